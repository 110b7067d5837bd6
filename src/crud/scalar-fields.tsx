import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { listWords } from '#src/ui/list-words.ts';
import { humanise } from './humanise.ts';
import type { Scalar, ScalarValue } from './settings-scalars.ts';

interface ScalarFieldsProps {
  scalars: readonly Scalar[];
  nested: readonly string[];
  isReadOnly: boolean;
  onChange: (scalar: Scalar, value: ScalarValue) => void;
  onShowJson: () => void;
}

/** The scalar values of an object, each with an input of its kind; other entries by name only. */
export function ScalarFields({ scalars, nested, isReadOnly, onChange, onShowJson }: ScalarFieldsProps) {
  const { i18n } = useLingui();
  const isEmpty = scalars.length === 0 && nested.length === 0;
  return (
    <div className="flex max-w-form flex-col gap-3 overflow-y-auto pb-1">
      {scalars.map((scalar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat; the position in the text is the identity.
        <ScalarField key={`${index} ${scalar.key}`} scalar={scalar} isReadOnly={isReadOnly} onChange={onChange} />
      ))}
      {(isEmpty || nested.length > 0) && (
        <p className="text-muted text-sm">
          {isEmpty ? (
            <Trans>There are no settings yet. New ones are written as JSON.</Trans>
          ) : (
            <Trans>Only in the JSON: {listWords(i18n.locale, nested)}.</Trans>
          )}{' '}
          <Button kind="quiet" size="small" onClick={onShowJson}>
            <Trans>Open the JSON</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}

interface ScalarFieldProps {
  scalar: Scalar;
  isReadOnly: boolean;
  onChange: (scalar: Scalar, value: ScalarValue) => void;
}

function ScalarField({ scalar, isReadOnly, onChange }: ScalarFieldProps) {
  const { t } = useLingui();
  const { key, value } = scalar;
  const [typed, setTyped] = useState<string>();
  if (typeof value === 'boolean') {
    return (
      <Checkbox
        label={humanise(key)}
        checked={value}
        disabled={isReadOnly}
        onChange={(event) => onChange(scalar, event.target.checked)}
      />
    );
  }
  const isNumber = typeof value === 'number';
  const isBroken = isNumber && typed !== undefined && !isNumberText(typed);
  const change = (text: string) => {
    if (isNumber) setTyped(text);
    if (!isNumber) onChange(scalar, text);
    else if (isNumberText(text)) onChange(scalar, Number(text));
  };
  return (
    <Field label={humanise(key)} error={isBroken && t`Must be a number; until then the last one stays.`}>
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
