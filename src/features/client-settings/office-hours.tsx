import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useFieldError } from '#src/form/record-form-context.ts';
import { isText } from '#src/lib/json.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field, FieldError } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { SettingGroup, type SettingProps } from './known-fields.tsx';
import { HOURS, timeZones } from './known-settings.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const weekend = ['saturday', 'sunday'];
const USUAL_HOURS = '09:00-17:00';

interface OfficeHoursFieldProps extends Omit<SettingProps<Record<string, unknown>>, 'onChange'> {
  /** Sets members of the value; `undefined` removes one. */
  onWrite: (members: Record<string, unknown>) => void;
}

/** Hours of each day, and their time zone. `weekdays` are Monday to Friday, unless a day has hours of its own. */
export function OfficeHoursField({ label, value, onWrite, onBlur, isReadOnly, path, aside }: OfficeHoursFieldProps) {
  const { t, i18n } = useLingui();
  const hasOwn = weekdays.some((day) => Object.hasOwn(value, day));
  const [isWanted, setWanted] = useState(false);
  const isSplit = hasOwn || isWanted;
  const keyOf = (day: string) => (Object.hasOwn(value, day) || !weekdays.includes(day) ? day : 'weekdays');
  const hoursOf = (day: string) => value[keyOf(day)];
  const days = isSplit ? [...weekdays, ...weekend] : ['weekdays', ...weekend];
  const nameOf = (day: string) => {
    if (day === 'weekdays') return t`Monday to Friday`;
    const place = [...weekdays, ...weekend].indexOf(day) + 1;
    // The first of January 2024 was a Monday.
    return i18n.date(new Date(Date.UTC(2024, 0, place)), { weekday: 'long', timeZone: 'UTC' });
  };
  const unite = () => {
    setWanted(false);
    onWrite({ weekdays: hoursOf('monday') ?? null, ...Object.fromEntries(weekdays.map((day) => [day, undefined])) });
  };
  return (
    <SettingGroup label={label} aside={aside}>
      {days.map((day) => (
        <DayHours
          key={day}
          name={nameOf(day)}
          hours={hoursOf(day)}
          isReadOnly={isReadOnly}
          path={`${path}.${keyOf(day)}`}
          onBlur={onBlur}
          onChange={(hours) => onWrite({ [day]: hours })}
        />
      ))}
      {!isReadOnly && (
        <Button
          kind="quiet"
          size="small"
          className="-ms-2 self-start"
          onClick={isSplit ? unite : () => setWanted(true)}
        >
          {isSplit ? <Trans>Same hours Monday to Friday</Trans> : <Trans>Set each weekday</Trans>}
        </Button>
      )}
      <TimeZoneField
        value={isText(value.time_zone) ? value.time_zone : ''}
        isReadOnly={isReadOnly}
        path={`${path}.time_zone`}
        onBlur={onBlur}
        onChange={(zone) => onWrite({ time_zone: zone === '' ? undefined : zone })}
      />
    </SettingGroup>
  );
}

interface DayHoursProps extends Pick<SettingProps<unknown>, 'isReadOnly' | 'path' | 'onBlur'> {
  name: string;
  /** As `08:00-20:00`; null or undefined if closed. */
  hours: unknown;
  onChange: (hours: string | null) => void;
}

function DayHours({ name, hours, isReadOnly, path, onChange, onBlur }: DayHoursProps) {
  const { t } = useLingui();
  const error = useFieldError(path);
  const isOpen = isText(hours);
  const [isPlain, from = '', to = ''] = isOpen ? (HOURS.exec(hours) ?? []) : [];
  const time = (label: string, shown: string, write: (time: string) => string) => (
    <Input
      type="time"
      aria-label={label}
      aria-invalid={error && !shown ? true : undefined}
      value={shown}
      readOnly={isReadOnly}
      onBlur={onBlur}
      onChange={(event) => onChange(write(event.target.value))}
      className="w-28! min-w-0"
    />
  );
  if (hours !== null && hours !== undefined && !isOpen) {
    return (
      <p>
        {name}{' '}
        <span className="text-muted text-sm">
          <Trans>JSON only</Trans>
        </span>
      </p>
    );
  }
  return (
    <fieldset aria-label={name} className="flex min-h-control min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <Checkbox
        label={name}
        checked={isOpen}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.checked ? USUAL_HOURS : null)}
        className="w-40"
      />
      {isPlain !== undefined ? (
        <span className="flex items-center gap-2">
          {time(t`From`, from, (next) => `${next}-${to}`)}
          <span aria-hidden="true">–</span>
          {time(t`To`, to, (next) => `${from}-${next}`)}
        </span>
      ) : isOpen ? (
        <Input
          aria-label={t`Hours`}
          value={hours}
          readOnly={isReadOnly}
          dir="ltr"
          onChange={(event) => onChange(event.target.value)}
          className="max-w-60"
        />
      ) : (
        <span className="text-muted">
          <Trans>Closed</Trans>
        </span>
      )}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

interface TimeZoneFieldProps
  extends Pick<SettingProps<string>, 'value' | 'onChange' | 'isReadOnly' | 'path' | 'onBlur'> {}

function TimeZoneField({ value, onChange, onBlur, isReadOnly, path }: TimeZoneFieldProps) {
  const { t } = useLingui();
  const list = useId();
  return (
    <Field label={t`Time zone`} error={useFieldError(path)}>
      <Input
        list={list}
        value={value}
        readOnly={isReadOnly}
        autoComplete="off"
        dir="ltr"
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-60"
      />
      <datalist id={list}>
        {timeZones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  );
}
