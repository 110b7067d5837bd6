import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';

/** Integer input with a range. A value out of range shows an error and is not saved. */
export function NumberSetting(props: {
  label: ReactNode;
  hint?: ReactNode;
  unit: ReactNode;
  value: number;
  range: { least: number; most: number };
  onChange: (value: number) => void;
}) {
  const { label, hint, unit, value, range, onChange } = props;
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState<string>();
  const isTaken = (text: string) => /^\d+$/.test(text) && Number(text) >= range.least && Number(text) <= range.most;
  const isWrong = typed !== undefined && !isTaken(typed);
  const [least, most] = [i18n.number(range.least), i18n.number(range.most)];
  return (
    <Field label={label} hint={hint} error={isWrong && t`A whole number from ${least} to ${most}.`}>
      <span className="flex items-center gap-2">
        <Input
          type="number"
          min={range.least}
          max={range.most}
          step={1}
          value={typed ?? value}
          onChange={({ target }) => {
            setTyped(target.value);
            if (isTaken(target.value)) onChange(Number(target.value));
          }}
          onBlur={() => setTyped(undefined)}
          className="max-w-24"
        />
        <span className="text-muted">{unit}</span>
      </span>
    </Field>
  );
}
