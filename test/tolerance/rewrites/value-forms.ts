import type { AttributeKind } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { resources } from '#contract/resources.ts';
import { asRecord } from '#src/lib/json.ts';
import { type Json, onRecords, onSentRecord, type Rewrite, refuse, withAttributes } from '../exchange.ts';
import type { MatrixRow } from '../matrix-rows.ts';

const byType: Readonly<Record<string, Resource>> = resources;

const isOf = (kinds: readonly AttributeKind[], type: string, name: string) => {
  const kind = byType[type]?.attributes[name]?.kind;
  return kind !== undefined && kinds.includes(kind);
};

const changeValues =
  (kinds: readonly AttributeKind[], change: (value: unknown) => unknown) =>
  (attributes: Json, type: string): Json =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, isOf(kinds, type, name) ? change(value) : value]),
    );

const valuesAs = (row: MatrixRow, kinds: readonly AttributeKind[], change: (value: unknown) => unknown): Rewrite => ({
  row,
  answer: onRecords(withAttributes(changeValues(kinds, change))),
});

const unless = (empty: unknown, change: (value: unknown) => unknown) => (value: unknown) =>
  value === empty ? value : change(value);

/** Booleans in another form. Requests may use it as well, as they could on a server with this form. */
const booleansAs = (yes: unknown, no: unknown): Rewrite => ({
  ...valuesAs('Booleans', ['boolean'], (value) => (value ? yes : no)),
  request: onSentRecord(
    withAttributes(changeValues(['boolean'], (value) => (value === yes ? true : value === no ? false : value))),
  ),
});

const dateTimesAs = (change: (date: Date) => unknown): Rewrite =>
  valuesAs(
    'Date-times',
    ['datetime'],
    unless(null, (value) => change(new Date(String(value)))),
  );

/** Objects and lists as JSON strings, required in requests as well. */
const asTexts: Rewrite = {
  row: 'settings, suggestion_messages_data',
  request: (request) => {
    const record = asRecord(asRecord(request.body)?.data);
    const attributes = asRecord(record?.attributes) ?? {};
    const foreign = Object.keys(attributes).find(
      (name) => isOf(['object', 'list'], String(record?.type), name) && typeof attributes[name] !== 'string',
    );
    if (foreign) return refuse(422, '100', `must be a text`, `${foreign} - must be a text`);
    return onSentRecord(withAttributes(changeValues(['object', 'list'], (value) => JSON.parse(String(value)))))(
      request,
    );
  },
  answer: onRecords(withAttributes(changeValues(['object', 'list'], (value) => JSON.stringify(value)))),
};

/** Forms of attribute values. */
export const valueForms = {
  'booleans are 1 and 0': booleansAs(1, 0),
  'booleans are "1" and "0"': booleansAs('1', '0'),
  'booleans are strings': booleansAs('true', 'false'),
  'false is null': booleansAs(true, null),
  'times are numeric strings': valuesAs('`*_unix`', ['unix'], unless(null, String)),
  'missing times are empty strings': valuesAs('`*_unix`', ['unix'], (value) => value ?? ''),
  'times in milliseconds': valuesAs(
    '`*_unix`',
    ['unix'],
    unless(null, (value) => Number(value) * 1000),
  ),
  'times in milliseconds as strings': valuesAs(
    '`*_unix`',
    ['unix'],
    unless(null, (value) => String(Number(value) * 1000)),
  ),
  'dates without milliseconds': dateTimesAs((date) => date.toISOString().replace(/\.\d+/, '')),
  'dates with an offset': dateTimesAs((date) =>
    new Date(date.getTime() + 7_200_000).toISOString().replace('Z', '+02:00'),
  ),
  'dates with a zero offset': dateTimesAs((date) => date.toISOString().replace('Z', '+00:00')),
  'dates in the style of Ruby': dateTimesAs((date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`),
  'dates are numbers': dateTimesAs((date) => Math.floor(date.getTime() / 1000)),
  'unparseable dates': dateTimesAs(() => 'the day before yesterday'),
  'objects as JSON strings': asTexts,
  'empty objects are null': valuesAs('settings, suggestion_messages_data', ['object', 'list'], (value) =>
    Object.keys(asRecord(value) ?? [1]).length === 0 ? null : value,
  ),
} satisfies Record<string, Rewrite>;
