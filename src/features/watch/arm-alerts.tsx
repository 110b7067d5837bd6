import { Trans } from '@lingui/react/macro';
import { Bell, BellRing } from 'lucide-react';
import { unlockChime } from '#src/lib/chime.ts';
import { settings, updateSettings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';

/** Turns alerts on, which takes a click for browsers to allow sound and to ask about notifications; and off again. */
export function ArmAlerts() {
  const { alertsArmed, alertNotification } = useStore(settings);
  const arm = () => {
    updateSettings({ alertsArmed: !alertsArmed });
    if (alertsArmed) return;
    unlockChime();
    if (alertNotification && typeof Notification !== 'undefined') {
      // Without the permission, sound and the note in the page tell of it.
      void Notification.requestPermission().catch(() => undefined);
    }
  };
  return (
    <Button aria-pressed={alertsArmed} onClick={arm}>
      {alertsArmed ? <BellRing aria-hidden className="size-4" /> : <Bell aria-hidden className="size-4" />}
      {alertsArmed ? <Trans>Alerts armed</Trans> : <Trans>Arm alerts</Trans>}
    </Button>
  );
}
