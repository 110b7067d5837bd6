import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { html } from '@codemirror/lang-html';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { t } from '@lingui/core/macro';
import { type CodeFault, type CodeLanguage, findFaults } from './code-lint.ts';
import { editorTheme } from './editor-theme.ts';

const LINT_PAUSE_MS = 500;
const LEAVE_MS = 2_000;
const supports = { css, html, json } as const;

/** Extensions for viewing code, in an editor or a diff. */
export function viewerExtensions(language: CodeLanguage): Extension[] {
  return [
    lineNumbers(),
    supports[language](),
    EditorView.lineWrapping,
    EditorState.tabSize.of(2),
    EditorState.phrases.of(editorPhrases()),
    editorTheme,
    EditorView.domEventObservers({
      // After a blur CodeMirror sets a cursor at a soft line break again, which takes the focus, unless it has no side.
      blur: (_, { state: { selection }, dispatch }) =>
        selection.main.empty && dispatch({ selection: { anchor: selection.main.head } }),
    }),
  ];
}

/** Additional extensions for editing. */
export function editorExtensions(language: CodeLanguage): Extension[] {
  return [
    viewerExtensions(language),
    history(),
    codeFolding(),
    foldGutter(),
    highlightActiveLineGutter(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    highlightSelectionMatches(),
    search({ top: true }),
    linter(lintSource(language), { delay: LINT_PAUSE_MS }),
    lintGutter(),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
    // Escape, then Tab, leaves the editor, even if Escape has also closed a panel.
    EditorView.domEventObservers({
      keydown: ({ key }, view) => {
        if (key === 'Escape') view.setTabFocusMode(LEAVE_MS);
      },
    }),
  ];
}

function lintSource(language: CodeLanguage) {
  let reading = new AbortController();
  return async ({ state: { doc } }: EditorView): Promise<Diagnostic[]> => {
    reading.abort();
    reading = new AbortController();
    const faults = (await findFaults(language, doc.toString(), reading.signal)) ?? [];
    return faults.map((fault) => ({
      from: fault.from,
      to: fault.to,
      severity: fault.isDoubtful ? 'warning' : 'error',
      message: faultWords[fault.kind](fault.code),
    }));
  };
}

/** Sentences about syntax errors. */
const faultWords: Readonly<Record<CodeFault['kind'], (code: string) => string>> = {
  unexpected: (code) => t`Unexpected “${code}”.`,
  unfinished: () => t`Incomplete code.`,
  unclosed: (code) => t`${code} isn’t closed.`,
  unopened: (code) => t`${code} was never opened.`,
  'unknown-property': (code) => t`Unknown property “${code}”.`,
};

/** Labels of the editor's own controls. */
const editorPhrases = (): Record<string, string> => ({
  Find: t`Find`,
  Replace: t`Replace`,
  next: t`Next`,
  previous: t`Previous`,
  all: t`All`,
  replace: t`Replace`,
  'replace all': t`Replace all`,
  'match case': t`Match case`,
  regexp: t`Regular expression`,
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
  Diagnostics: t`Problems`,
  'No diagnostics': t`No problems`,
  'Selection deleted': t`Selection deleted`,
  'Control character': t`Control character`,
  '$ unchanged lines': t`$ unchanged lines`,
  'Go to line': t`Go to line`,
  go: t`Go`,
});

/**
 * Shadow root for an editor. In it, the editor's styles are an adopted style sheet, which the page's CSP allows; in the
 * document they would be a style element, which it blocks.
 */
export function getShadowRoot(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}
