import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { validationMessages } from '#src/form/validation-messages.ts';
import { asRecord, isText } from '#src/lib/json.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Textarea } from '#src/ui/form/textarea.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { formatList } from '#src/ui/text/format-list.ts';
import { type JsonMember, writeMember } from './json-members.ts';
import { ColorField, LanguageField, PositionField } from './known-fields.tsx';
import { type KnownKey, knownKeys, knownSettings, numberText } from './known-settings.ts';
import { LanguagesField, OriginsField } from './list-fields.tsx';
import { OfficeHoursField } from './office-hours.tsx';

interface SettingsFormProps {
  text: string;
  members: readonly JsonMember[];
  path: string;
  isReadOnly: boolean;
  onChange: (text: string) => void;
  /** Called when an input that can have an error loses the focus. */
  onBlur: () => void;
  onShowJson: () => void;
}

/** Settings as fields: known ones in fields of their own, other scalars by type, nested values by name only. */
export function SettingsForm({ text, members, path, isReadOnly, onChange, onBlur, onShowJson }: SettingsFormProps) {
  const { t, i18n } = useLingui();
  const form = useRef<HTMLDivElement>(null);
  const known = knownKeys.flatMap((key) => {
    const member = members.findLast((one) => one.key === key);
    return member && knownSettings[key].fits(member.value) ? [{ key, member }] : [];
  });
  const rest = members.filter((member) => !known.some((one) => one.member === member));
  const scalars = rest.filter(isScalar);
  const nested = rest.filter((member) => !isScalar(member)).map(({ key }) => key);
  const missing = knownKeys.filter((key) => !members.some((member) => member.key === key));
  const add = (key: KnownKey) => {
    flushSync(() => onChange(writeMember(text, [key], knownSettings[key].initial())));
    form.current?.querySelector<HTMLElement>(`[data-setting="${key}"] :is(input, select, textarea)`)?.focus();
  };
  return (
    <div ref={form} className="flex max-w-form flex-col gap-5 overflow-y-auto px-0.5 pb-1">
      {known.map(({ key, member }) => (
        <div key={key} data-setting={key}>
          <SettingControl
            settingKey={key}
            value={member.value}
            isReadOnly={isReadOnly}
            path={`${path}.${key}`}
            onBlur={onBlur}
            onWrite={(values) =>
              onChange(values.reduce((written, [path, value]) => writeMember(written, path, value), text))
            }
            onRemove={() => {
              flushSync(() => onChange(writeMember(text, [key], undefined)));
              form.current?.querySelector<HTMLElement>(`[data-add="${key}"]`)?.focus();
            }}
          />
        </div>
      ))}
      {scalars.map((scalar) => (
        <ScalarField
          key={scalar.id}
          scalar={scalar}
          spelled={text.slice(scalar.from, scalar.to)}
          isReadOnly={isReadOnly}
          onSpell={(json) => onChange(text.slice(0, scalar.from) + json + text.slice(scalar.to))}
        />
      ))}
      {!isReadOnly && missing.length > 0 && (
        <fieldset aria-label={t`Add a setting`} className="flex flex-wrap items-center gap-1.5">
          {missing.map((key) => (
            <Button key={key} size="small" data-add={key} onClick={() => add(key)}>
              <Plus aria-hidden="true" className="size-3.5" />
              {i18n._(knownSettings[key].label)}
            </Button>
          ))}
        </fieldset>
      )}
      <p className="text-muted text-sm">
        <Button kind="quiet" size="small" className="-ms-2 pe-0!" onClick={onShowJson}>
          <Trans>More settings (JSON)</Trans>
        </Button>
        {nested.length > 0 && `: ${formatList(nested)}`}
      </p>
    </div>
  );
}

interface SettingControlProps {
  settingKey: KnownKey;
  value: unknown;
  path: string;
  isReadOnly: boolean;
  onBlur: () => void;
  onWrite: (values: [path: [string, ...string[]], value: unknown][]) => void;
  onRemove: () => void;
}

function SettingControl({ settingKey: key, value, path, isReadOnly, onBlur, onWrite, onRemove }: SettingControlProps) {
  const { t, i18n } = useLingui();
  const label = i18n._(knownSettings[key].label);
  const aside = !isReadOnly && (
    <IconButton size="small" className="pointer-coarse:size-11" label={t`Remove ${label}`} onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  );
  const props = { label, path, isReadOnly, onBlur, aside, onChange: (next: unknown) => onWrite([[[key], next]]) };
  const text = isText(value) ? value : '';
  const texts = Array.isArray(value) ? value.filter(isText) : [];
  switch (key) {
    case 'accent_color':
      return <ColorField {...props} value={text} />;
    case 'position':
      return <PositionField {...props} value={text} />;
    case 'locale':
      return <LanguageField {...props} value={text} />;
    case 'locales':
      return <LanguagesField {...props} value={texts} />;
    case 'allowed_origins':
      return <OriginsField {...props} value={texts} />;
    case 'welcome_message':
      return (
        <Field label={label} aside={aside}>
          <Textarea
            rows={2}
            value={text}
            readOnly={isReadOnly}
            onChange={(event) => props.onChange(event.target.value)}
          />
        </Field>
      );
    case 'office_hours':
      return (
        <OfficeHoursField
          {...props}
          value={asRecord(value) ?? {}}
          onWrite={(members) => onWrite(Object.entries(members).map(([name, one]) => [[key, name], one]))}
        />
      );
  }
}

type Scalar = JsonMember & { value: string | number | boolean | null };

const isScalar = (member: JsonMember): member is Scalar => member.value === null || typeof member.value !== 'object';

interface ScalarFieldProps {
  scalar: Scalar;
  /** The value as JSON, in its own spelling. */
  spelled: string;
  isReadOnly: boolean;
  onSpell: (json: string) => void;
}

/** Field for an unknown setting: only its name and value type are known. */
function ScalarField({ scalar, spelled, isReadOnly, onSpell }: ScalarFieldProps) {
  const { t } = useLingui();
  const { key, value } = scalar;
  const [typed, setTyped] = useState<string>();
  const before = useRef(spelled);
  const onChange = (next: Scalar['value']) => onSpell(JSON.stringify(next));
  if (typeof value === 'boolean') {
    return (
      <Checkbox
        label={startCase(key)}
        checked={value}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const isNumber = typeof value === 'number';
  const { data, error } = { ...(typed !== undefined && numberText.safeParse(typed, validationMessages())) };
  const change = (text: string) => {
    if (!isNumber) return onChange(text);
    setTyped(text);
    const { data } = numberText.safeParse(text);
    // Undo partial input: `1,500` must not be saved as 1.
    if (data === undefined) onSpell(before.current);
    else onChange(data);
  };
  return (
    <Field label={startCase(key)} error={isNumber && error?.issues[0]?.message}>
      <Input
        value={isNumber && typed !== undefined && (error || data === value) ? typed : String(value ?? '')}
        inputMode={isNumber ? 'decimal' : undefined}
        readOnly={isReadOnly}
        autoComplete="off"
        placeholder={value === null ? t`null` : undefined}
        onFocus={() => {
          before.current = spelled;
        }}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}
