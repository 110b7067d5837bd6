import { z } from 'zod';
import type { Attribute } from '#contract/attribute.ts';
import { type FoundIssue, readIssue } from '#contract/issue.ts';
import { type FormIssue, issueWords } from './issue-words.ts';

// zod compiles schemas with `new Function` if it can; the page's CSP forbids that and reports each attempt.
z.config({ jitless: true });

/** Parse options that give errors in the page's language, for schemas of the given attributes, if any. */
export const inWords = (attributes: Readonly<Record<string, Attribute>> = {}) => ({
  // Refinements by `otherwise` carry their issue in `params`, like those of the contract.
  error: (found: FoundIssue) => issueWords(readIssue(found, attributes)),
});

/** Options of a refinement: the issue to report if it fails. */
export const otherwise = (issue: FormIssue) => ({ params: issue });
