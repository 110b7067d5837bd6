import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { leaveConnection } from '#src/api/session.ts';
import { PageTitle } from '#src/crud/page-title.tsx';
import { useErrorSentence } from '#src/crud/request-error.tsx';
import { POLL_SECONDS, settings, UNDO_SECONDS, updateSettings, WAIT_MINUTES } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { LANGUAGES } from '#src/locales/language.ts';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Field } from '#src/ui/field.tsx';
import { KeyValueList } from '#src/ui/key-value-list.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SegmentedControl } from '#src/ui/segmented-control.tsx';
import { Select } from '#src/ui/select.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { AlertSettings } from './alert-settings.tsx';
import { NumberSetting } from './number-setting.tsx';
import { ReasonsSetting } from './reasons-setting.tsx';
import { SettingsSection } from './settings-section.tsx';

/** What a person may have otherwise. Everything holds at once, in this browser. */
export function Component() {
  const { t } = useLingui();
  return (
    <>
      <PageTitle>{t`Settings`}</PageTitle>
      <PageHeader title={<Trans>Settings</Trans>} aside={<Trans>Kept in this browser</Trans>} />
      <div className="min-h-0 flex-1 overflow-y-auto">
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

function LookSettings() {
  const { t } = useLingui();
  const { theme, density } = useStore(settings);
  return (
    <>
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">
          <Trans>Theme</Trans>
        </span>
        <SegmentedControl
          label={t`Theme`}
          value={theme}
          segments={[
            { value: 'system', label: t`As the system` },
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
          ]}
          onChange={(value) => updateSettings({ theme: value })}
        />
      </div>
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">
          <Trans>Density</Trans>
        </span>
        <SegmentedControl
          label={t`Density`}
          value={density}
          segments={[
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ]}
          onChange={(value) => updateSettings({ density: value })}
        />
      </div>
      <LanguageSetting />
    </>
  );
}

function LanguageSetting() {
  const { language } = useStore(settings);
  return (
    <Field label={<Trans>Language</Trans>} className="max-w-64">
      <Select
        value={language}
        // Every option below is one of these.
        onChange={({ target }) => updateSettings({ language: target.value as typeof language })}
      >
        <option value="browser">
          <Trans>As the browser</Trans>
        </option>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
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

function ReviewSettings() {
  const { t } = useLingui();
  const { undoSeconds } = useStore(settings);
  return (
    <>
      <NumberSetting
        label={<Trans>A decision can be undone for</Trans>}
        unit={t`seconds`}
        value={undoSeconds}
        range={UNDO_SECONDS}
        onChange={(value) => updateSettings({ undoSeconds: value })}
      />
      <ReasonsSetting />
    </>
  );
}

function WatchSettings() {
  const { t } = useLingui();
  const { pollSeconds, warnAfterMinutes, alarmAfterMinutes } = useStore(settings);
  return (
    <>
      <NumberSetting
        label={<Trans>Read again every</Trans>}
        unit={t`seconds`}
        value={pollSeconds}
        range={POLL_SECONDS}
        onChange={(value) => updateSettings({ pollSeconds: value })}
      />
      <NumberSetting
        label={<Trans>Late after</Trans>}
        unit={t`minutes of waiting`}
        value={warnAfterMinutes}
        range={{ ...WAIT_MINUTES, most: alarmAfterMinutes }}
        onChange={(value) => updateSettings({ warnAfterMinutes: value })}
      />
      <NumberSetting
        label={<Trans>Very late after</Trans>}
        unit={t`minutes of waiting`}
        value={alarmAfterMinutes}
        range={{ ...WAIT_MINUTES, least: warnAfterMinutes }}
        onChange={(value) => updateSettings({ alarmAfterMinutes: value })}
      />
    </>
  );
}

function ConnectionSettings() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const sentence = useErrorSentence();
  const current = useStore(connection);
  const leave = async () => {
    // The sign-in first, so that it does not lead back here afterwards.
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
