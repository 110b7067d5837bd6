import { jsonLanguage } from '@codemirror/lang-json';
import { asRecord, parseJson } from '#src/lib/json.ts';

export type ScalarValue = string | number | boolean | null;

/** A top-level entry of a JSON object whose value is neither object nor list. */
export interface Scalar {
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
    if (isScalar(value)) shape.scalars.push({ key, value, from: place.from, to: place.to });
    else shape.nested.push(key);
  }
  return shape;
}

/** Replaces the scalar's value in the text. Everything else keeps its spelling, large numbers included. */
export function writeScalar(text: string, { from, to }: Scalar, value: ScalarValue): string {
  return text.slice(0, from) + JSON.stringify(value) + text.slice(to);
}

const isScalar = (value: unknown): value is ScalarValue => value === null || typeof value !== 'object';
