import { jsonLanguage } from '@codemirror/lang-json';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { asRecord, parseJson } from '#src/lib/json.ts';
import { startCase } from '#src/lib/start-case.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { formatList } from '#src/ui/text/format-list.ts';

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
      {scalars.map((scalar) => (
        <ScalarField key={scalar.id} scalar={scalar} isReadOnly={isReadOnly} onChange={onChange} />
      ))}
      {(isEmpty || nested.length > 0) && (
        <p className="text-muted text-sm">
          {isEmpty ? (
            <Trans>There are no settings yet. New ones are written as JSON.</Trans>
          ) : (
            <Trans>Only in the JSON: {formatList(i18n.locale, nested)}.</Trans>
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
        label={startCase(key)}
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
    <Field label={startCase(key)} error={isBroken && t`Must be a number; until then the last one stays.`}>
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

type ScalarValue = string | number | boolean | null;

/** A top-level entry of a JSON object whose value is neither object nor list. */
interface Scalar {
  /** Its number and key, as keys may repeat. */
  id: string;
  key: string;
  value: ScalarValue;
  /** Position of the value in the text. */
  from: number;
  to: number;
}

export interface SettingsShape {
  scalars: Scalar[];
  /** Entries that only the JSON view shows. */
  nested: string[];
}

/** Parses the entries of a JSON object's text; undefined if it is no JSON object. */
export function readSettings(text: string): SettingsShape | undefined {
  const whole = text.trim() === '' ? {} : asRecord(parseJson(text));
  if (!whole) return undefined;
  const shape: SettingsShape = { scalars: [], nested: [] };
  const object = jsonLanguage.parser.parse(text).topNode.getChild('Object');
  for (const property of object?.getChildren('Property') ?? []) {
    const name = property.getChild('PropertyName');
    const place = property.lastChild;
    const key = name && parseJson(text.slice(name.from, name.to));
    if (typeof key !== 'string' || !place) continue;
    const value = parseJson(text.slice(place.from, place.to));
    if (isScalar(value))
      shape.scalars.push({ id: `${shape.scalars.length} ${key}`, key, value, from: place.from, to: place.to });
    else shape.nested.push(key);
  }
  return shape;
}

/** Replaces the scalar's value in the text. Everything else keeps its spelling, large numbers included. */
export function writeScalar(text: string, { from, to }: Scalar, value: ScalarValue): string {
  return text.slice(0, from) + JSON.stringify(value) + text.slice(to);
}

const isScalar = (value: unknown): value is ScalarValue => value === null || typeof value !== 'object';
