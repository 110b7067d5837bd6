import { jsonLanguage } from '@codemirror/lang-json';
import { asRecord, parseJson } from '#src/lib/json.ts';

export type ScalarValue = string | number | boolean | null;

/** One entry at the top of a JSON object whose value is no object and no list. */
export interface Scalar {
  key: string;
  value: ScalarValue;
  /** Where the value stands in the text. */
  from: number;
  to: number;
}

export interface SettingsShape {
  scalars: Scalar[];
  /** Entries that only the JSON shows whole. */
  nested: string[];
}

/** The entries of a JSON object's text; undefined where the text is no JSON object. */
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
    if (isScalar(value)) shape.scalars.push({ key, value, from: place.from, to: place.to });
    else shape.nested.push(key);
  }
  return shape;
}

/** The text with another value in the scalar's place. Everything else stays as it is written, large numbers included. */
export function writeScalar(text: string, { from, to }: Scalar, value: ScalarValue): string {
  return text.slice(0, from) + JSON.stringify(value) + text.slice(to);
}

const isScalar = (value: unknown): value is ScalarValue => value === null || typeof value !== 'object';
