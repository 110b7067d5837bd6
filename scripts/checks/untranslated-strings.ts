import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Check, checkOutcome } from './check.ts';

/** Finds user-visible strings that bypass the message catalogs. */
export const untranslatedStrings: Check = {
  title: 'Untranslated strings',
  run: async () => {
    const files = globSync('src/**/*.{ts,tsx,css}').filter((file) => !FOR_OPERATORS.includes(file));
    const lines = files.flatMap((file) => findUntranslatedStrings(file, readFileSync(file, 'utf8')));
    return checkOutcome(files.length > 0 && lines.length === 0, lines.join('\n'));
  },
};

/** Names and key labels, which are the same in every language. */
const SAME_EVERYWHERE = /^(Countersign|English|CSS|CSV|HTML|JSON|LTR|RTL|Ctrl|Shift|Esc)$/;
const WORD = /\p{L}{2,}/u;
const CAPITALISED = /^\p{Lu}\p{Ll}+$/u;
const SENTENCE = /^\p{Lu}[\p{Ll}’']* \p{Ll}+\b/u;
const CSS_CONTENT = /content:\s*(["'])(?:(?!\1).)*\p{L}{2,}|content-\[[^\]]*\p{L}{2,}/u;

/** Attributes, props and properties (such as those of a toast) whose strings are shown to users. */
const VISIBLE_PROPERTIES = new Set(
  (
    'aria-label aria-description aria-roledescription aria-valuetext aria-placeholder title placeholder alt label ' +
    'listLabel detailLabel removeLabel confirmLabel roleDescription description hint text detail mark words unit what ' +
    'advice heading caption body message'
  ).split(' '),
);
/** Functions and constructors whose arguments are shown or announced. */
const VISIBLE_ARGUMENTS = new Set([
  'announce',
  'setCustomValidity',
  'tooltip',
  'Notification',
  'alert',
  'confirm',
  'prompt',
]);
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal']);
/** Elements whose content is translated by Lingui, or is code. */
const EXEMPT_ELEMENTS = new Set(['Trans', 'code', 'kbd', 'style']);
/** A report for operators, whose documentation is in English. */
const FOR_OPERATORS = ['src/features/settings/capabilities/capability-report.ts'];

/** Returns `path:line: text` for each untranslated string in a file that reaches the screen. */
export function findUntranslatedStrings(path: string, text: string): string[] {
  if (path.endsWith('.css')) {
    return text
      .split('\n')
      .flatMap((line, at) => (CSS_CONTENT.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []));
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isTranslated(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const words = stringOf(node);
    if (words !== undefined && isUntranslated(node, words)) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${words.trim()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** True for what Lingui's macros extract, and for untranslatable content. */
function isTranslated(node: ts.Node): boolean {
  if (ts.isTaggedTemplateExpression(node)) return MACROS.has(node.tag.getText());
  if (ts.isCallExpression(node)) return MACROS.has(node.expression.getText());
  if (ts.isJsxSelfClosingElement(node)) return node.tagName.getText() === 'Plural';
  return ts.isJsxElement(node) && EXEMPT_ELEMENTS.has(node.openingElement.tagName.getText());
}

function stringOf(node: ts.Node): string | undefined {
  if (node.parent && ts.isPropertyAssignment(node.parent) && node.parent.name === node) return undefined;
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : undefined;
}

function isUntranslated(node: ts.Node, words: string): boolean {
  if (!WORD.test(words) || SAME_EVERYWHERE.test(words.trim()) || isCompared(node)) return false;
  if (CSS_CONTENT.test(words) || SENTENCE.test(words)) return true;
  return isVisible(node) || (CAPITALISED.test(words) && isValue(node));
}

function isCompared({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  return ts.isCaseClause(parent);
}

/** True if the string is assigned or returned, so that it may be shown elsewhere. */
function isValue(node: ts.Node): boolean {
  const { parent } = outermostExpression(node);
  return (
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent)
  );
}

/** True if the string becomes element content or a shown property, possibly through conditionals and concatenation. */
function isVisible(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  const place = outermostExpression(node);
  const { parent } = place;
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? VISIBLE_PROPERTIES.has(parent.parent.name.getText()) : true;
  }
  if (ts.isJsxAttribute(parent)) return VISIBLE_PROPERTIES.has(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) {
    return parent.initializer === place && VISIBLE_PROPERTIES.has(parent.name.getText().replaceAll(/['"]/g, ''));
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    return VISIBLE_ARGUMENTS.has(parent.expression.getText()) && parent.expression !== place;
  }
  return (
    ts.isBinaryExpression(parent) &&
    /\b(document\.title|\.(title|ariaLabel|alt|placeholder))$/.test(parent.left.getText())
  );
}

/** Returns the outermost expression that the string is the value of, or part of. */
function outermostExpression(node: ts.Node): ts.Node {
  const { parent } = node;
  const isPart =
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && JOINS.has(parent.operatorToken.kind));
  return isPart ? outermostExpression(parent) : node;
}

const COMPARISONS = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);
const JOINS = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);
