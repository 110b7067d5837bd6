import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const ink = 'var(--color-ink)';
const muted = 'var(--color-muted)';
const line = '1px solid var(--color-line)';

/** Uses the dashboard's colour tokens, which switch between light and dark, so that the editor need not. */
const theme = EditorView.theme({
  '&': { height: '100%', color: ink, backgroundColor: 'transparent', fontSize: 'var(--text-sm)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem', overflow: 'auto' },
  '.cm-content': { caretColor: ink, padding: '0.375rem 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: ink },
  '.cm-gutters': { backgroundColor: 'var(--color-canvas)', color: 'var(--color-faint)', borderRight: line },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--color-pressed)', color: ink },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-pressed)',
    border: 'none',
    color: muted,
    padding: '0 0.375rem',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--color-selected)' },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--color-bad-soft)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--color-hover)' },
  '.cm-searchMatch': { backgroundColor: 'var(--color-warn-soft)', outline: '1px solid var(--color-warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--color-selected)', outline: '2px solid var(--color-ring)' },
  '.cm-panels': { backgroundColor: 'var(--color-canvas)', color: ink, fontFamily: 'var(--font-sans)' },
  '.cm-panels-top': { borderBottom: line },
  '.cm-panel.cm-search': { display: 'flex', flexWrap: 'wrap', gap: '0.25rem', padding: '0.5rem', alignItems: 'center' },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { fontSize: 'inherit', display: 'inline-flex', gap: '0.25rem', color: muted },
  '.cm-panel.cm-search [name=close]': { position: 'static', marginInlineStart: 'auto', minWidth: '1.5rem', color: ink },
  '.cm-textfield': {
    margin: '0',
    width: '8.5rem',
    fontSize: 'inherit',
    color: ink,
    backgroundColor: 'var(--color-surface)',
    border: '1px solid var(--color-edge)',
    borderRadius: 'var(--radius-box)',
    padding: '0.1875rem 0.375rem',
  },
  '.cm-button': {
    margin: '0',
    fontSize: 'inherit',
    color: ink,
    backgroundColor: 'var(--color-surface)',
    backgroundImage: 'none',
    border: '1px solid var(--color-edge)',
    borderRadius: 'var(--radius-box)',
    padding: '0.1875rem 0.5rem',
    '&:active': { backgroundColor: 'var(--color-pressed)', backgroundImage: 'none' },
  },
  '.cm-textfield:focus-visible, .cm-button:focus-visible': { outline: '2px solid var(--color-ring)' },
  '.cm-tooltip': {
    color: ink,
    backgroundColor: 'var(--color-raised)',
    border: line,
    borderRadius: 'var(--radius-box)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { color: ink, backgroundColor: 'var(--color-selected)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  // The message is in the page's language, but the editor is always left-to-right.
  '.cm-diagnostic': { padding: '0.25rem 0.5rem', unicodeBidi: 'plaintext' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--color-bad)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--color-warn)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--color-bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--color-warn)' },
  '.cm-gutter-lint': { width: '1rem' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--color-bad-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--color-good-soft)' },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    textDecoration: 'line-through',
    color: 'var(--color-bad)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'none', textDecoration: 'underline', color: 'var(--color-good)' },
  '.cm-collapsedLines': {
    color: muted,
    background: 'var(--color-canvas)',
    fontFamily: 'var(--font-sans)',
    paddingBlock: '0.125rem',
  },
});

const highlight = HighlightStyle.define([
  { tag: [tags.tagName, tags.className, tags.labelName], color: 'var(--color-link)' },
  { tag: [tags.propertyName, tags.attributeName, tags.typeName], color: 'var(--color-busy)' },
  { tag: [tags.string, tags.attributeValue, tags.url, tags.color], color: 'var(--color-good)' },
  { tag: [tags.number, tags.unit, tags.bool, tags.null, tags.atom], color: 'var(--color-warn)' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier], color: 'var(--color-link)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'var(--color-faint)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.bracket, tags.operator], color: muted },
  { tag: tags.invalid, color: 'var(--color-bad)' },
]);

export const editorTheme = [theme, syntaxHighlighting(highlight)];
