import { Trans, useLingui } from '@lingui/react/macro';
import { settings, updateSettings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { LANGUAGES } from '#src/locales/language.ts';
import { Field } from '#src/ui/form/field.tsx';
import { Select } from '#src/ui/form/input.tsx';
import { SegmentedControl, type SegmentedControlProps } from '#src/ui/form/segmented-control.tsx';

/** Theme, density and language. */
export function LookSettings() {
  const { t } = useLingui();
  const { theme, density } = useStore(settings);
  return (
    <>
      <LookChoice
        label={t`Theme`}
        value={theme}
        segments={[
          { value: 'system', label: t`As the system` },
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        onChange={(value) => updateSettings({ theme: value })}
      />
      <LookChoice
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

function LookChoice<Value extends string>(props: SegmentedControlProps<Value>) {
  return (
    <div className="flex flex-col items-start gap-1">
      <span className="font-medium">{props.label}</span>
      <SegmentedControl {...props} />
    </div>
  );
}

function LanguageSetting() {
  const { language } = useStore(settings);
  return (
    <Field label={<Trans>Language</Trans>} className="max-w-64">
      <Select
        value={language}
        // The cast is safe: all options are listed below.
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
