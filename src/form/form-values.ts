import type { Attribute, Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import type { FormIssue } from './translate-issue.ts';

/** Values of form inputs: texts, booleans, lists of the same; objects as JSON text, links as ids. */
export type FormValues = Record<string, unknown>;

/** An input's error, by path; within a list `name.index.part`. */
export interface FormError {
  path: string;
  message: string;
}

/** The baseline that a form's inputs are compared with: the record as opened, or as last seen since. */
export interface Baseline<R extends Resource> {
  /** Undefined for a new record. */
  row: Row<R> | undefined;
  values: FormValues;
  version: string | undefined;
}

/** The baseline of a record of any resource. */
export interface AnyBaseline {
  row: unknown;
  values: FormValues;
}

export function baselineOf<R extends Resource>(resource: R, row: Row<R> | undefined): Baseline<R> {
  return { row, values: toFormValues(resource, row), version: row?.meta.version };
}

/** Rebases edits onto another user's version: inputs changed here keep their edits, all others take that version. */
export function rebase<R extends Resource>(
  resource: R,
  values: FormValues,
  baseline: Baseline<R>,
  theirs: Row<R>,
): { values: FormValues; baseline: Baseline<R> } {
  const next = baselineOf(resource, theirs);
  return { values: { ...next.values, ...pickChanges(values, baseline.values) }, baseline: next };
}

interface ReadForm {
  attributes: Json;
  one: Record<string, Identifier>;
}

/** Receives an issue of a value, with its path within the value. */
type Report = (issue: FormIssue, path: readonly (string | number)[]) => void;

/** Whether a form may set an attribute or link; create-only ones are for new records. */
export const isSettable = ({ write }: { write: string }, isNew: boolean): boolean =>
  write === 'always' || (isNew && write === 'create');

/** Attributes and links of the resource that a form may set. */
function formFields(resource: Resource, isNew: boolean) {
  return {
    attributes: Object.entries(resource.attributes).filter(([, attribute]) => isSettable(attribute, isNew)),
    links: Object.entries(resource.one).filter(([, link]) => isSettable(link, isNew)),
  };
}

/** Input values for a record, or for a new one, which may be a copy of an existing one. */
export function toFormValues<R extends Resource>(resource: R, row: Row<R> | undefined, isNew = !row): FormValues {
  const values: FormValues = {};
  const given = asRecord(row);
  const links: Record<string, Identifier | null | undefined> = row?.one ?? {};
  for (const [name, attribute] of formFields(resource, isNew).attributes) {
    values[name] = toFormValue(attribute, given ? given[name] : attribute.initial);
    const isEmptyList = attribute.kind === 'list' && !row && attribute.required;
    if (isEmptyList) values[name] = [blankElement(attribute)];
  }
  for (const name of Object.keys(resource.one)) values[name] = links[name]?.id ?? '';
  return values;
}

/** Initial values of a new list element. */
export function blankElement(list: Attribute): FormValues {
  const parts = Object.entries(list.element ?? {});
  return Object.fromEntries(parts.map(([name, part]) => [name, toFormValue(part, part.initial)]));
}

/** Names of inputs whose values have changed. */
export function changedFieldNames(values: FormValues, before: FormValues): string[] {
  return Object.keys(before).filter((name) => !isSame(values[name], before[name]));
}

/** Whether no input has changed. */
export const hasSameValues = (values: FormValues, before: FormValues) => changedFieldNames(values, before).length === 0;

/** Values of the inputs that were changed. */
export function pickChanges(values: FormValues, before: FormValues): FormValues {
  return Object.fromEntries(changedFieldNames(values, before).map((name) => [name, values[name]]));
}

/** Compares long texts cheaply, as this runs on every keystroke; only lists are serialised. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** Attributes and links that a request would send: changed inputs, and what a new record requires. */
export function fieldsToSend(resource: Resource, values: FormValues, baseline: AnyBaseline) {
  const isNew = baseline.row === undefined;
  const names = changedFieldNames(values, baseline.values);
  const { attributes, links } = formFields(resource, isNew);
  return {
    attributes: attributes.filter(([name, { required }]) => names.includes(name) || (isNew && required)),
    links: links.filter(([name]) => names.includes(name) || isNew),
  };
}

/** Parses the inputs into what a request sends. `formSchema` reports whether they are valid. */
export function toRequestInput(resource: Resource, values: FormValues, baseline: AnyBaseline): ReadForm {
  const { attributes, links } = fieldsToSend(resource, values, baseline);
  const chosen = links.flatMap(([name, { type }]) => {
    const id = String(values[name] ?? '');
    return id ? [[name, { type, id }] as const] : [];
  });
  return {
    attributes: Object.fromEntries(attributes.map(([name, attribute]) => [name, readValue(attribute, values[name])])),
    one: Object.fromEntries(chosen),
  };
}

/** Values of a stored draft, limited to those that an input of their kind can show. */
export function parseStoredValues(resource: Resource, kept: unknown, isNew: boolean): FormValues {
  const given = asRecord(kept) ?? {};
  const { attributes, links } = formFields(resource, isNew);
  const fits = attributes.filter(([name, attribute]) => canShow(attribute, given[name])).map(([name]) => name);
  const linked = links.map(([name]) => name).filter((name) => typeof given[name] === 'string');
  return Object.fromEntries([...fits, ...linked].map((name) => [name, given[name]]));
}

function canShow(attribute: Attribute, value: unknown): boolean {
  if (attribute.kind === 'boolean') return typeof value === 'boolean';
  if (attribute.kind !== 'list') return typeof value === 'string';
  const parts = Object.entries(attribute.element ?? {});
  return (
    Array.isArray(value) && value.every((item) => parts.every(([name, part]) => canShow(part, asRecord(item)?.[name])))
  );
}

function toFormValue(attribute: Attribute, value: unknown): unknown {
  switch (attribute.kind) {
    case 'boolean':
      return value === true;
    case 'object':
      return JSON.stringify(value ?? {}, null, 2);
    case 'list':
      return Array.isArray(value) ? value.map((item) => toElement(attribute, asRecord(item) ?? {})) : [];
    default:
      return value === null || value === undefined ? '' : String(value);
  }
}

/** Keeps parts unknown to the contract, so that saving does not drop them. */
function toElement(list: Attribute, item: Json): FormValues {
  const known = Object.entries(list.element ?? {}).map(([name, part]) => [name, toFormValue(part, item[name])]);
  return { ...item, ...Object.fromEntries(known) };
}

/** Parses an input into a value of its attribute. Undefined and reported if unparsable. */
export function readValue(attribute: Attribute, value: unknown, report?: Report): unknown {
  if (attribute.kind === 'object') return readJson(String(value ?? ''), report);
  if (attribute.kind !== 'list') return value === '' && attribute.nullable ? null : value;
  return (Array.isArray(value) ? value : []).map((item: unknown, index) => {
    const element = asRecord(item) ?? {};
    const known = Object.entries(attribute.element ?? {}).map(([name, part]) => [
      name,
      readValue(part, element[name], (issue, path) => report?.(issue, [index, name, ...path])),
    ]);
    return { ...element, ...Object.fromEntries(known) };
  });
}

function readJson(text: string, report?: Report): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (asRecord(value)) return value;
    report?.({ code: 'not_an_object' }, []);
  } catch (error) {
    report?.({ code: 'not_json', reason: error instanceof Error ? error.message : '' }, []);
  }
  return undefined;
}
