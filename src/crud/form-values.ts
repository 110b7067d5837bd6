import { t } from '@lingui/core/macro';
import type { Attribute, Json } from '#contract/attribute.ts';
import type { Identifier } from '#contract/document.ts';
import type { Resource, Row } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';

/** What the inputs of a form hold: texts, yes or no, lists of the same; objects as JSON text, links as ids. */
export type FormValues = Record<string, unknown>;

/** What is wrong with an input, by its name; within a list `name.index.part`. */
export interface FormProblem {
  path: string;
  message: string;
}

/** What a request would carry, and why it should not be sent yet. */
export interface ReadForm {
  attributes: Json;
  one: Record<string, Identifier>;
  problems: FormProblem[];
}

/** Attributes and links of the resource that a form may set; those that only a creating request sets are for new records. */
function formFields(resource: Resource, isNew: boolean) {
  const isOpen = ({ write }: { write: string }) => write === 'always' || (isNew && write === 'create');
  return {
    attributes: Object.entries(resource.attributes).filter(([, attribute]) => isOpen(attribute)),
    links: Object.entries(resource.one).filter(([, link]) => isOpen(link)),
  };
}

/** What the inputs show for a record, or for a new one, which may be made like one that there is. */
export function toFormValues<R extends Resource>(resource: R, row: Row<R> | undefined, isNew = !row): FormValues {
  const values: FormValues = {};
  // A row is read by the names its own resource gives.
  const given = row as Record<string, unknown> | undefined;
  const links = row?.one as Record<string, Identifier | null> | undefined;
  for (const [name, attribute] of formFields(resource, isNew).attributes) {
    values[name] = toFormValue(attribute, given ? given[name] : attribute.initial);
    const isEmptyList = attribute.kind === 'list' && !row && attribute.required;
    if (isEmptyList) values[name] = [blankElement(attribute)];
  }
  for (const name of Object.keys(resource.one)) values[name] = links?.[name]?.id ?? '';
  return values;
}

/** What a new element of a list starts with. */
export function blankElement(list: Attribute): FormValues {
  const parts = Object.entries(list.element ?? {});
  return Object.fromEntries(parts.map(([name, part]) => [name, toFormValue(part, part.initial)]));
}

/** Names whose inputs do not hold what they held. */
export function changedNames(values: FormValues, before: FormValues): string[] {
  return Object.keys(before).filter((name) => !isSame(values[name], before[name]));
}

/** Texts may be long and are compared with every key, so only lists go the long way. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/**
 * Reads the inputs that differ from the original, and those that a new record needs, as what a request carries.
 * The problems are those of reading; whether the contract takes the values is told by `checkFormValues`.
 */
export function readFormValues(
  resource: Resource,
  values: FormValues,
  original: { row: unknown; values: FormValues },
): ReadForm {
  const isNew = original.row === undefined;
  const names = changedNames(values, original.values);
  const read: ReadForm = { attributes: {}, one: {}, problems: [] };
  const { attributes, links } = formFields(resource, isNew);
  for (const [name, attribute] of attributes) {
    const isNeeded = isNew && attribute.required;
    if (!names.includes(name) && !isNeeded) continue;
    read.attributes[name] = fromFormValue(attribute, values[name], name, read.problems);
  }
  for (const [name, link] of links) {
    if (!names.includes(name) && !isNew) continue;
    const id = String(values[name] ?? '');
    if (id) read.one[name] = { type: link.type, id };
    else if (link.required) read.problems.push({ path: name, message: t`Must be chosen.` });
  }
  return read;
}

/** Values that an earlier visit kept: only those that an input of their kind can show. */
export function readKeptValues(resource: Resource, kept: unknown, isNew: boolean): FormValues {
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

/** Parts that the contract does not know stay where they are, so that saving does not drop them. */
function toElement(list: Attribute, item: Json): FormValues {
  const known = Object.entries(list.element ?? {}).map(([name, part]) => [name, toFormValue(part, item[name])]);
  return { ...item, ...Object.fromEntries(known) };
}

function fromFormValue(attribute: Attribute, value: unknown, path: string, problems: FormProblem[]): unknown {
  if (attribute.kind === 'object') return readJson(String(value ?? ''), path, problems);
  if (attribute.kind !== 'list') return value === '' && attribute.nullable ? null : value;
  return (Array.isArray(value) ? value : []).map((item: unknown, index) => {
    const element = asRecord(item) ?? {};
    const known = Object.entries(attribute.element ?? {}).map(([name, part]) => [
      name,
      fromFormValue(part, element[name], `${path}.${index}.${name}`, problems),
    ]);
    return { ...element, ...Object.fromEntries(known) };
  });
}

function readJson(text: string, path: string, problems: FormProblem[]): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (asRecord(value)) return value;
    problems.push({ path, message: t`Must be a JSON object: { … }.` });
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    problems.push({ path, message: t`Is not JSON yet: ${reason}` });
  }
  return undefined;
}
