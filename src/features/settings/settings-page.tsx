import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { PageTitle } from '#src/crud/page-title.tsx';
import { POLL_SECONDS, settings, UNDO_SECONDS, updateSettings, WAIT_MINUTES } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { AlertSettings } from './alert-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { LookSettings } from './look-settings.tsx';
import { NumberSetting } from './number-setting.tsx';
import { ReasonsSetting } from './reasons-setting.tsx';
import { SettingsSection } from './settings-section.tsx';

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

function ReviewSettings() {
  const { undoSeconds } = useStore(settings);
  return (
    <>
      <NumberSetting
        label={<Trans>A decision can be undone for</Trans>}
        unit={seconds(undoSeconds)}
        value={undoSeconds}
        range={UNDO_SECONDS}
        onChange={(value) => updateSettings({ undoSeconds: value })}
      />
      <ReasonsSetting />
    </>
  );
}

function WatchSettings() {
  const { pollSeconds, warnAfterMinutes, alarmAfterMinutes } = useStore(settings);
  return (
    <>
      <NumberSetting
        label={<Trans>Read again every</Trans>}
        unit={seconds(pollSeconds)}
        value={pollSeconds}
        range={POLL_SECONDS}
        onChange={(value) => updateSettings({ pollSeconds: value })}
      />
      <NumberSetting
        label={<Trans>Late after</Trans>}
        unit={minutesOfWaiting(warnAfterMinutes)}
        value={warnAfterMinutes}
        range={{ ...WAIT_MINUTES, most: alarmAfterMinutes }}
        onChange={(value) => updateSettings({ warnAfterMinutes: value })}
      />
      <NumberSetting
        label={<Trans>Very late after</Trans>}
        unit={minutesOfWaiting(alarmAfterMinutes)}
        value={alarmAfterMinutes}
        range={{ ...WAIT_MINUTES, least: warnAfterMinutes }}
        onChange={(value) => updateSettings({ alarmAfterMinutes: value })}
      />
    </>
  );
}

const seconds = (count: number) => <Plural value={count} one="second" other="seconds" />;
const minutesOfWaiting = (count: number) => <Plural value={count} one="minute of waiting" other="minutes of waiting" />;
