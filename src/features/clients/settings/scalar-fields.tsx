import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { translateIssue } from '#src/form/translate-issue.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { JsonMember } from './json-members.ts';

export type Scalar = JsonMember & { value: string | number | boolean | null };

export const isScalar = (member: JsonMember): member is Scalar =>
  member.value === null || typeof member.value !== 'object';

interface ScalarFieldProps {
  scalar: Scalar;
  isReadOnly: boolean;
  onChange: (value: Scalar['value']) => void;
}

/** Field of a setting of which only the name and the type of its value are known. */
export function ScalarField({ scalar, isReadOnly, onChange }: ScalarFieldProps) {
  const { t } = useLingui();
  const { key, value } = scalar;
  const [typed, setTyped] = useState<string>();
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
  const isBroken = isNumber && typed !== undefined && !isNumberText(typed);
  const change = (text: string) => {
    if (isNumber) setTyped(text);
    if (!isNumber) onChange(text);
    else if (isNumberText(text)) onChange(Number(text));
  };
  return (
    <Field label={startCase(key)} error={isBroken && translateIssue({ code: 'not_a_number' })}>
      <Input
        value={typed !== undefined && (isBroken || Number(typed) === value) ? typed : String(value ?? '')}
        inputMode={isNumber ? 'decimal' : undefined}
        readOnly={isReadOnly}
        autoComplete="off"
        placeholder={value === null ? t`null` : undefined}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}

const isNumberText = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
