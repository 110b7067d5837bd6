import { z } from 'zod';
import type { Attribute } from '#contract/attribute.ts';
import { type FoundIssue, readIssue } from '#contract/issue.ts';
import { type FormIssue, issueWords } from './issue-words.ts';

// For speed zod makes code out of text where it may; the page's policy forbids that, and each try is reported.
z.config({ jitless: true });

/** Options of a parse that say what is wrong in the language of the page; for schemas of the given attributes, or of none. */
export const inWords = (attributes: Readonly<Record<string, Attribute>> = {}) => ({
  // Refinements by `otherwise` carry their issue along, as those of the contract do.
  error: (found: FoundIssue) => issueWords(readIssue(found, attributes)),
});

/** Options of a refinement that say what is wrong where it fails. */
export const otherwise = (issue: FormIssue) => ({ params: issue });
