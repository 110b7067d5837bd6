import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { chime } from '#src/lib/chime.ts';
import { settings, updateSettings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { Button } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/switch.tsx';

/** How alerts are delivered once armed on the Watch page. */
export function AlertSettings() {
  const { alertSound, alertNotification } = useStore(settings);
  const [permission, setPermission] = useState(() => readPermission());
  const ask = async (isWanted: boolean) => {
    updateSettings({ alertNotification: isWanted });
    if (isWanted && permission === 'default') setPermission(await Notification.requestPermission());
  };
  return (
    <>
      <p className="text-muted">
        <Trans>
          When a room begins to wait, and every 30 seconds until somebody has looked. Armed and disarmed on Watch, for
          all tabs of this browser; one of them sounds.
        </Trans>
      </p>
      <Switch
        label={<Trans>Sound</Trans>}
        checked={alertSound}
        onChange={({ target }) => updateSettings({ alertSound: target.checked })}
      />
      <Switch
        label={<Trans>Notification of the system</Trans>}
        hint={<PermissionHint permission={permission} />}
        checked={alertNotification && permission !== 'missing'}
        disabled={permission === 'missing'}
        onChange={({ target }) => void ask(target.checked)}
      />
      <div>
        <Button onClick={() => void chime()}>
          <Trans>Hear the sound</Trans>
        </Button>
      </div>
    </>
  );
}

function PermissionHint({ permission }: { permission: Permission }) {
  if (permission === 'denied') return <Trans>Blocked for this site in the settings of the browser.</Trans>;
  if (permission === 'missing') return <Trans>Not offered to this page: it takes https, or this very computer.</Trans>;
  return null;
}

type Permission = NotificationPermission | 'missing';

const readPermission = (): Permission =>
  typeof Notification === 'undefined' || !window.isSecureContext ? 'missing' : Notification.permission;
