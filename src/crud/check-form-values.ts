import type { Attribute } from '#contract/attribute.ts';
import type { Resource } from '#contract/resource.ts';
import { asRecord } from '#src/lib/json.ts';
import { contractWords, tooLong } from './contract-words.ts';
import { type FormProblem, type FormValues, readFormValues } from './form-values.ts';

/** The contract's checks. They are a file of their own, so that a form need not wait for them to be shown. */
export const loadChecks = () => import('./form-checks.ts');

/** Structures have no limit of their own, but no request may have more than a mebibyte, with what goes around them. */
const MOST_KIB = 1000;

/** Everything that is wrong with what a form would send. */
export async function checkFormValues(
  resource: Resource,
  values: FormValues,
  original: { row: unknown; values: FormValues },
): Promise<FormProblem[]> {
  const { attributes, problems } = readFormValues(resource, values, original);
  // Where the checks cannot be had, the service checks alone.
  const checks = await loadChecks().catch(() => undefined);
  const isUnread = (name: string) => problems.some(({ path }) => path === name || path.startsWith(`${name}.`));
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = resource.attributes[name];
    if (!checks || !attribute || isUnread(name)) continue;
    if (isTooLarge(value)) {
      problems.push({ path: name, message: tooLong(String(MOST_KIB)) });
      continue;
    }
    const { error } = checks.valueSchema(attribute).safeParse(withoutUnknownParts(attribute, value));
    for (const issue of error?.issues ?? []) {
      problems.push({ path: [name, ...issue.path].join('.'), message: contractWords(issue.message) });
    }
  }
  return problems;
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
