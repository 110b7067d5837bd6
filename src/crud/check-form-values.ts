import type { Resource } from '#contract/resource.ts';
import type { FormProblem, FormValues } from './form-values.ts';

/** Lazy-loads the contract's validation for tables and files, which are shown without waiting for it. */
export const loadChecks = () => import('./form-schema.ts');

/** All errors in what would be sent. If validation cannot be loaded, the service alone validates. */
export async function checkFormValues(
  resource: Resource,
  values: FormValues,
  original: { row: unknown; values: FormValues },
): Promise<FormProblem[]> {
  const checks = await loadChecks().catch(() => undefined);
  return checks?.findProblems(resource, values, original) ?? [];
}
