import { z } from 'zod';
import type { Attribute } from '#contract/attribute.ts';
import { valueSchema } from '#contract/input.ts';
import type { Resource } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { type FormProblem, type FormValues, fieldsToSend, readValue } from './form-values.ts';
import { inWords, otherwise } from './in-words.ts';

/** Structures have no limit of their own, but no request may have more than a mebibyte, with what goes around them. */
const MOST_KIB = 1000;

type Attributes = Readonly<Record<string, Attribute>>;

/**
 * What the inputs of a form may hold, those that a request would carry: read as the contract has their values, and checked
 * by it. The others are left alone, so that what a tenant has of its own does not keep anybody from saving the rest.
 */
export function formSchema(resource: Resource, values: FormValues, original: { row: unknown; values: FormValues }) {
  const { attributes, links } = fieldsToSend(resource, values, original);
  return z.object({
    ...Object.fromEntries(links.map(([name, { required }]) => [name, linkSchema(required)])),
    ...Object.fromEntries(attributes.map(([name, attribute]) => [name, inputSchema(attribute)])),
  });
}

/** Everything that is wrong with what a form would send, in words. */
export function findProblems(
  resource: Resource,
  values: FormValues,
  original: { row: unknown; values: FormValues },
): FormProblem[] {
  const { error } = formSchema(resource, values, original).safeParse(values, inWords(resource.attributes));
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Says what is wrong with a value of the named attribute, in words; undefined where nothing is. */
export function valueCheck(attributes: Attributes, name: string): (value: unknown) => string | undefined {
  const attribute = attributes[name];
  const schema = z.object(attribute && { [name]: valueSchema(attribute) });
  return (value) => schema.safeParse({ [name]: value }, inWords(attributes)).error?.issues[0]?.message;
}

const linkSchema = (isRequired: boolean) =>
  isRequired ? z.string().refine((id) => id !== '', otherwise({ code: 'not_chosen' })) : z.string();

/** An input's text or tick becomes a value of its attribute; only one that could be read is checked. */
function inputSchema(attribute: Attribute): z.ZodType {
  return z
    .transform((held, { issues }) =>
      readValue(attribute, held, (issue, path) =>
        issues.push({ code: 'custom', input: held, path: [...path], params: issue, continue: false }),
      ),
    )
    .refine((value) => !isTooLarge(value), {
      ...otherwise({ code: 'too_large', kib: MOST_KIB }),
      abort: true,
    })
    .transform((value) => withoutUnknownParts(attribute, value))
    .pipe(valueSchema(attribute));
}

/** Only structures: texts have limits in the contract. */
const isTooLarge = (value: unknown) =>
  typeof value === 'object' && value !== null && new Blob([JSON.stringify(value)]).size > MOST_KIB * 1024;

/** A tenant may have parts in its lists that the contract does not know; they are sent back as they came. */
function withoutUnknownParts(attribute: Attribute, value: unknown): unknown {
  if (attribute.kind !== 'list' || !Array.isArray(value)) return value;
  const names = Object.keys(attribute.element ?? {});
  return value.map((item) => Object.fromEntries(names.map((name) => [name, asRecord(item)?.[name]])));
}
