import { z } from 'zod';
import type { Attribute } from '#contract/attribute.ts';
import { type RawIssue, toIssue } from '#contract/issue.ts';
import { type FormIssue, translateIssue } from './translate-issue.ts';

// zod compiles schemas with `new Function` if it can; the page's CSP forbids that and reports each attempt.
z.config({ jitless: true });

/** Parse options that give errors in the page's language, for schemas of the given attributes, if any. */
export const validationMessages = (attributes: Readonly<Record<string, Attribute>> = {}) => ({
  // Refinements with a `refinementIssue` carry it in `params`, like those of the contract.
  error: (found: RawIssue) => translateIssue(toIssue(found, attributes)),
});

/** Options of a refinement: the issue to report if it fails. */
export const refinementIssue = (issue: FormIssue) => ({ params: issue });
