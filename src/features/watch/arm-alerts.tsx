import { Trans } from '@lingui/react/macro';
import { Bell, BellRing } from 'lucide-react';
import { unlockChime } from '#src/lib/chime.ts';
import { settings, updateSettings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';

/** Toggles alerts. The click is the user gesture that browsers require for sound and the notification prompt. */
export function ArmAlerts() {
  const { alertsArmed, alertNotification } = useStore(settings);
  const arm = () => {
    updateSettings({ alertsArmed: !alertsArmed });
    if (alertsArmed) return;
    unlockChime();
    if (alertNotification && typeof Notification !== 'undefined') {
      // If denied, sound and toast remain.
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
