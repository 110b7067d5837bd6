import type { Resource } from '#contract/resource.ts';
import type { FormProblem, FormValues } from './form-values.ts';

/** The contract's checks, for what is no form: a table or a file is shown without waiting for them. */
export const loadChecks = () => import('./form-schema.ts');

/** Everything that is wrong with what would be sent. Where the checks cannot be had, the service checks alone. */
export async function checkFormValues(
  resource: Resource,
  values: FormValues,
  original: { row: unknown; values: FormValues },
): Promise<FormProblem[]> {
  const checks = await loadChecks().catch(() => undefined);
  return checks?.findProblems(resource, values, original) ?? [];
}
