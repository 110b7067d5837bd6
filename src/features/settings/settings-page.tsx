import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { leaveConnection } from '#src/api/sign-in/session.ts';
import { chime } from '#src/lib/chime.ts';
import { navigate } from '#src/lib/router.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { PageTitle } from '#src/page/page-title.tsx';
import { useErrorSentence } from '#src/page/use-error-sentence.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { PageHeader } from '#src/ui/layout/page-header.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { LookSettings } from './look-settings.tsx';
import { ReviewSettings, WatchSettings } from './review-settings.tsx';

/** User settings. Changes apply immediately and are stored in this browser. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`Settings`}</PageTitle>
      <PageHeader title={<Trans>Settings</Trans>} aside={<Trans>Kept in this browser</Trans>} />
      <div className="pane overflow-y-auto">
        <SettingsSection title={<Trans>Look</Trans>}>
          <LookSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>Keyboard</Trans>}>
          <KeyboardSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>Review</Trans>}>
          <ReviewSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>Watch</Trans>}>
          <WatchSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>Alerts</Trans>}>
          <AlertSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>This connection</Trans>}>
          <ConnectionSettings />
        </SettingsSection>
      </div>
    </>
  );
}

function KeyboardSettings() {
  const { shortcuts } = useStore(settings);
  return (
    <Switch
      className="-mt-1"
      label={<Trans>Single keys</Trans>}
      hint={<Trans>Such as j, k and a. Turn them off if you speak to your computer or press keys by accident.</Trans>}
      checked={shortcuts}
      onChange={({ target }) => updateSettings({ shortcuts: target.checked })}
    />
  );
}

/** Titled group of settings. */
function SettingsSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-line border-b px-4 py-5 last:border-b-0 md:grid-cols-[10rem_minmax(0,var(--container-dialog))]"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

/** The current tenant, with switch and sign-out. */
function ConnectionSettings() {
  const { t } = useLingui();
  const sentence = useErrorSentence();
  const current = useStore(connection);
  const leave = async () => {
    // Navigate first, so that the sign-in page does not redirect back here.
    await navigate(paths.connect());
    await leaveConnection().catch((error: unknown) =>
      showToast({ tone: 'warn', text: t`Signed out here, but the server could not be told`, detail: sentence(error) }),
    );
  };
  const facts = [
    { name: t`Name`, value: <span dir="auto">{current?.name}</span> },
    { name: t`Server address`, value: <span dir="ltr">{current?.address}</span> },
  ];
  return (
    <>
      <KeyValueList facts={facts} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void leave()}>
          <Trans>Sign out</Trans>
        </Button>
        <Link to={paths.offers()} className={buttonClass()}>
          <Trans>What this tenant offers</Trans>
        </Link>
        <Link to={paths.connections()} className={buttonClass()}>
          <Trans>Manage connections</Trans>
        </Link>
      </div>
    </>
  );
}

/** How alerts are delivered once armed on the Watch page. */
function AlertSettings() {
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
          When a room begins to wait, and every 30 seconds until someone has looked. Armed and disarmed on Watch, for
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
