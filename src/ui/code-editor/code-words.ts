import { t } from '@lingui/core/macro';
import type { CodeFault } from './code-lint.ts';

/** A syntax error as a sentence. */
export function faultWords({ kind, code }: CodeFault): string {
  switch (kind) {
    case 'unexpected':
      return t`“${code}” does not belong here.`;
    case 'unfinished':
      return t`Something is missing here.`;
    case 'unclosed':
      return t`${code} is not closed.`;
    case 'unopened':
      return t`${code} closes nothing.`;
    case 'unknown-property':
      return t`This browser knows no property “${code}”.`;
  }
}

/** Labels of the editor's own controls. */
export const editorPhrases = (): Record<string, string> => ({
  Find: t`Find`,
  Replace: t`Replace`,
  next: t`Next`,
  previous: t`Previous`,
  all: t`All`,
  replace: t`Replace`,
  'replace all': t`Replace all`,
  'match case': t`Match case`,
  regexp: t`Pattern`,
  'by word': t`Whole words`,
  close: t`Close`,
  'Fold line': t`Fold`,
  'Unfold line': t`Unfold`,
  'folded code': t`Folded code`,
  unfold: t`Unfold`,
  'current match': t`Current match`,
  'on line': t`on line`,
  'replaced $ matches': t`Replaced in $ places`,
  'replaced match on line $': t`Replaced on line $`,
  Completions: t`Completions`,
  Diagnostics: t`What is wrong`,
  'No diagnostics': t`Nothing is wrong`,
  'Selection deleted': t`Selection deleted`,
  'Control character': t`Control character`,
  '$ unchanged lines': t`$ unchanged lines`,
  'Go to line': t`Go to line`,
  go: t`Go`,
});
