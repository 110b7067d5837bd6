import { z } from 'zod';
import type { Attribute } from '#contract/attribute.ts';
import { valueSchema } from '#contract/input.ts';
import type { Resource } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { type AnyBaseline, type FormError, type FormValues, fieldsToSend, readValue } from './form-values.ts';
import { refinementIssue, validationMessages } from './validation-messages.ts';

/** Maximum size of an object or list: lists have no limit in the contract, but a request is limited to 1 MiB. */
const MAX_KIB = 1000;

type Attributes = Readonly<Record<string, Attribute>>;

/** Validation beyond the contract, by attribute: the schema of its value, given the current and baseline values. */
export type AdditionalSchemas = Readonly<Record<string, (values: FormValues, before: FormValues) => z.ZodType>>;

/**
 * Schema of the inputs that a request would send: parses them into contract values and validates those. Other inputs
 * are not validated, so that old invalid data does not block saving the rest.
 */
export function formSchema(
  resource: Resource,
  values: FormValues,
  baseline: AnyBaseline,
  additional: AdditionalSchemas = {},
) {
  const { attributes, links } = fieldsToSend(resource, values, baseline);
  const schemaOf = ([name, attribute]: [string, Attribute]) => {
    const schema = inputSchema(attribute);
    const more = additional[name]?.(values, baseline.values);
    return [name, more ? schema.pipe(more) : schema];
  };
  return z.object({
    ...Object.fromEntries(links.map(([name, { required }]) => [name, linkSchema(required)])),
    ...Object.fromEntries(attributes.map(schemaOf)),
  });
}

/** All validation errors of the inputs that a form would send, as sentences. */
export function listFormErrors(resource: Resource, values: FormValues, baseline: AnyBaseline): FormError[] {
  const { error } = formSchema(resource, values, baseline).safeParse(values, validationMessages(resource.attributes));
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Validates a value of the named attribute: the error as a sentence, or undefined if valid. */
export function createValueValidator(attributes: Attributes, name: string): (value: unknown) => string | undefined {
  const attribute = attributes[name];
  const schema = z.object(attribute && { [name]: valueSchema(attribute) });
  return (value) => schema.safeParse({ [name]: value }, validationMessages(attributes)).error?.issues[0]?.message;
}

const linkSchema = (isRequired: boolean) =>
  isRequired ? z.string().refine((id) => id !== '', refinementIssue({ code: 'not_chosen' })) : z.string();

/** Parses an input into a value of its attribute; validates it only if it could be parsed. */
function inputSchema(attribute: Attribute): z.ZodType {
  return z
    .transform((held, { issues }) =>
      readValue(attribute, held, (issue, path) =>
        issues.push({ code: 'custom', input: held, path: [...path], params: issue, continue: false }),
      ),
    )
    .refine((value) => !isTooLarge(value), {
      ...refinementIssue({ code: 'too_large', kib: MAX_KIB }),
      abort: true,
    })
    .transform((value) => withoutUnknownParts(attribute, value))
    .pipe(valueSchema(attribute));
}

/** Objects and lists only: texts have limits in the contract. */
const isTooLarge = (value: unknown) =>
  typeof value === 'object' && value !== null && new Blob([JSON.stringify(value)]).size > MAX_KIB * 1024;

/** Hides list parts unknown to the contract from validation; they are sent back unchanged. */
function withoutUnknownParts(attribute: Attribute, value: unknown): unknown {
  if (attribute.kind !== 'list' || !Array.isArray(value)) return value;
  const names = Object.keys(attribute.element ?? {});
  return value.map((item) => Object.fromEntries(names.map((name) => [name, asRecord(item)?.[name]])));
}
