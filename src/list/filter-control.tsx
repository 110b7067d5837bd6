import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { isYes } from '#contract/list-query.ts';
import type { Filter, Resource } from '#contract/resource.ts';
import { useUnsupportedFilters } from '#src/api/capabilities.ts';
import { ReferenceSelect } from '#src/form/fields/reference-select.tsx';
import { startCase } from '#src/lib/start-case.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { type AnyFilterSpec, filterLabel, filterNames } from './filter-spec.ts';
import { isYesNo } from './list-address.ts';
import { TextFilter } from './text-filter.tsx';

interface FilterControlProps {
  resource: Resource;
  spec: AnyFilterSpec;
  filter: Filter;
  /** As in the URL; empty for none. */
  value: string;
  onChange: (value: string, isTyped?: boolean) => void;
}

/** The control of one filter, by its kind in the contract. */
export function FilterControl(props: FilterControlProps) {
  const { resource, spec, filter, value, onChange } = props;
  const { label } = useFilterWords(spec);
  const refused = useUnsupportedFilters(resource);
  if (spec.oneOf) {
    return <ChoiceFilter {...props} values={filterNames(spec).filter((name) => !refused.includes(name))} />;
  }
  if (filter.kind === 'flag') {
    const isOn = value !== '' && isYes(value);
    return <Checkbox label={label} checked={isOn} onChange={(event) => onChange(event.target.checked ? '1' : '')} />;
  }
  if (isYesNo(resource, filter)) return <ChoiceFilter {...props} values={['true', 'false']} />;
  const choices = resource.attributes[filter.attribute ?? '']?.choices;
  if (filter.kind === 'equals' && choices) return <ChoiceFilter {...props} values={choices} />;
  if (filter.kind === 'unix') return <DayFilter {...props} />;
  if (filter.kind === 'id' && spec.from) {
    return (
      <ReferenceSelect
        from={spec.from}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={onChange}
        clearable
        className="max-w-56"
      />
    );
  }
  return <TextFilter label={label} kind={filter.kind} value={value} onChange={onChange} />;
}

function ChoiceFilter({ spec, value, values, onChange }: FilterControlProps & { values: readonly string[] }) {
  const { label, wordOf } = useFilterWords(spec);
  const isTrueFalse = values.includes('true');
  const shown = isTrueFalse && value !== '' ? String(isYes(value)) : value;
  return (
    <span className="inline-flex">
      <Select
        aria-label={label}
        value={shown}
        onChange={(event) => onChange(event.target.value)}
        className={value ? 'font-medium' : 'text-muted'}
      >
        <option value="">{wordOf('')}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {wordOf(one)}
          </option>
        ))}
        {!['', ...values].includes(shown) && <option value={shown}>{shown}</option>}
      </Select>
    </span>
  );
}

function DayFilter({ spec, value, onChange }: FilterControlProps) {
  const { label } = useFilterWords(spec);
  const id = useId();
  // A year being typed passes through 0002, 0020 and 0202. Dates before 1970 are kept here, but not sent.
  const [typed, setTyped] = useState<string>();
  const type = (day: string) => {
    setTyped(day);
    const unix = dayToUnix(day) ?? '';
    if (unix === '' || unix >= 0) onChange(String(unix));
  };
  return (
    <span className="inline-flex items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={typed ?? (value && unixToDay(Number(value)))}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
        className="w-auto"
      />
    </span>
  );
}

const DAY_SECONDS = 86_400;

/**
 * Unix seconds for a day such as `2026-03-01`; undefined if invalid. The server uses the calendar day of that moment
 * in its own time zone. Noon UTC is on the same day from UTC−12 to UTC+11, whatever the user's time zone is.
 */
export function dayToUnix(day: string): number | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(midnight) ? undefined : midnight / 1000 + DAY_SECONDS / 2;
}

/** The day of a moment in Unix seconds, the inverse of `dayToUnix`; empty if out of range. */
export function unixToDay(unix: number): string {
  const date = new Date(unix * 1000);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** Labels of a filter and its values. The label of the empty value means any value. */
export function useFilterWords(spec: AnyFilterSpec): { label: string; wordOf: (value: string) => string } {
  const { t, i18n } = useLingui();
  const label = filterLabel(i18n, spec);
  const wordOf = (value: string) => {
    const word = spec.words?.[value] ?? spec.oneOf?.[value];
    if (word) return i18n._(word);
    if (value === '') return t`${label}: any`;
    if (value === 'true') return t`${label}: yes`;
    if (value === 'false') return t`${label}: no`;
    return startCase(value);
  };
  return { label, wordOf };
}
