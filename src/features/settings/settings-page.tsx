import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { LANGUAGES, type Language } from '#src/locales/language.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { signOutHere } from '#src/page/sign-out.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/input.tsx';
import { SegmentedControl, type SegmentedControlProps } from '#src/ui/form/segmented-control.tsx';
import { Switch } from '#src/ui/form/switch.tsx';
import { KeyValueList } from '#src/ui/text/key-value-list.tsx';
import { AlertSettings, ReviewSettings, WatchSettings } from './review-settings.tsx';

export function Component() {
  const { t } = useLingui();
  return (
    <>
      <TitledHeader title={t`Settings`} aside={<Trans>Saved in this browser</Trans>} />
      <div className="pane overflow-y-auto">
        <SettingsSection title={<Trans>Appearance</Trans>}>
          <AppearanceSettings />
        </SettingsSection>
        <SettingsSection title={<Trans>Keyboard</Trans>} className="pointer-coarse:hidden">
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
        <SettingsSection title={<Trans>This workspace</Trans>}>
          <ConnectionSettings />
        </SettingsSection>
      </div>
    </>
  );
}

function AppearanceSettings() {
  const { t } = useLingui();
  const { theme, density } = useStore(settings);
  return (
    <>
      <AppearanceChoice
        label={t`Theme`}
        value={theme}
        segments={[
          { value: 'system', label: t`System` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={(value) => updateSettings({ theme: value })}
      />
      <AppearanceChoice
        label={t`Density`}
        value={density}
        segments={[
          { value: 'comfortable', label: t`Comfortable` },
          { value: 'compact', label: t`Compact` },
        ]}
        onChange={(value) => updateSettings({ density: value })}
      />
      <LanguageSetting />
    </>
  );
}

function AppearanceChoice<Value extends string>(props: SegmentedControlProps<Value>) {
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium">{props.label}</span>
      <SegmentedControl {...props} />
    </div>
  );
}

const isLanguage = (code: string): code is Language => code in LANGUAGES;

function LanguageSetting() {
  const { language } = useStore(settings);
  return (
    <Field label={<Trans>Language</Trans>} className="max-w-64">
      <Select
        value={language}
        onChange={({ target: { value } }) => updateSettings({ language: isLanguage(value) ? value : 'browser' })}
      >
        <option value="browser">
          <Trans>Browser default</Trans>
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
      label={<Trans>Single-key shortcuts</Trans>}
      hint={<Trans>For example, J, K and A. Turn off if you use voice control or press keys by accident.</Trans>}
      checked={shortcuts}
      onChange={({ target }) => updateSettings({ shortcuts: target.checked })}
    />
  );
}

function SettingsSection(props: { title: ReactNode; className?: string; children: ReactNode }) {
  const { title, className, children } = props;
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'grid gap-x-8 gap-y-3 border-line border-b px-4 py-5 last:border-b-0 md:grid-cols-[10rem_minmax(0,var(--container-dialog))]',
        className,
      )}
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

function ConnectionSettings() {
  const { t } = useLingui();
  const current = useStore(connection);
  const facts = [
    { name: t`Name`, value: <span dir="auto">{current?.name}</span> },
    { name: t`Server address`, value: <span dir="ltr">{current?.address}</span> },
  ];
  return (
    <>
      <KeyValueList facts={facts} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void signOutHere()}>
          <Trans>Sign out</Trans>
        </Button>
        <Link to={paths.capabilities()} className={buttonClass()}>
          <Trans>API compatibility</Trans>
        </Link>
        <Link to={paths.connections()} className={buttonClass()}>
          <Trans>Manage workspaces</Trans>
        </Link>
      </div>
    </>
  );
}
