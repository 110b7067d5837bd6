import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { type Check, verdict } from './check.ts';

/** Finds user-visible strings that bypass the message catalogs. */
export const strayTexts: Check = {
  title: 'Texts outside the catalogs',
  run: async () => {
    const files = globSync('src/**/*.{ts,tsx,css}').filter((file) => !FOR_OPERATORS.includes(file));
    const lines = files.flatMap((file) => findStrayTexts(file, readFileSync(file, 'utf8')));
    return verdict(files.length > 0 && lines.length === 0, lines.join('\n'));
  },
};

/** Names and key labels, which are the same in every language. */
const SAME_EVERYWHERE = /^(Countersign|English|CSS|CSV|HTML|JSON|LTR|RTL|Ctrl|Shift|Esc)$/;
const WORD = /\p{L}{2,}/u;
const CAPITALISED = /^\p{Lu}\p{Ll}+$/u;
const SENTENCE = /^\p{Lu}[\p{Ll}’']* \p{Ll}+\b/u;
const CSS_CONTENT = /content:\s*(["'])(?:(?!\1).)*\p{L}{2,}|content-\[[^\]]*\p{L}{2,}/u;

/** Attributes, props and properties (such as those of a toast) whose strings are shown to users. */
const SPOKEN = new Set(
  (
    'aria-label aria-description aria-roledescription aria-valuetext aria-placeholder title placeholder alt label ' +
    'listLabel detailLabel removeLabel confirmLabel roleDescription description hint text detail mark words unit what ' +
    'advice heading caption body message'
  ).split(' '),
);
/** Functions and constructors whose arguments are shown or announced. */
const SPEAKING = new Set(['announce', 'setCustomValidity', 'tooltip', 'Notification', 'alert', 'confirm', 'prompt']);
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal']);
/** Elements whose content is translated by Lingui, or is code. */
const UNSPOKEN = new Set(['Trans', 'code', 'kbd', 'style']);
/** A report for operators, whose documentation is in English. */
const FOR_OPERATORS = ['src/features/settings/offers/report.ts'];

/** Returns `path:line: text` for each untranslated string in a file that reaches the screen. */
export function findStrayTexts(path: string, text: string): string[] {
  if (path.endsWith('.css')) {
    return text
      .split('\n')
      .flatMap((line, at) => (CSS_CONTENT.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : []));
  }
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isTranslated(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const words = wordsOf(node);
    if (words !== undefined && isStray(node, words)) {
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
  return ts.isJsxElement(node) && UNSPOKEN.has(node.openingElement.tagName.getText());
}

function wordsOf(node: ts.Node): string | undefined {
  if (node.parent && ts.isPropertyAssignment(node.parent) && node.parent.name === node) return undefined;
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : undefined;
}

function isStray(node: ts.Node, words: string): boolean {
  if (!WORD.test(words) || SAME_EVERYWHERE.test(words.trim()) || isComparedWith(node)) return false;
  if (CSS_CONTENT.test(words) || SENTENCE.test(words)) return true;
  return isSpoken(node) || (CAPITALISED.test(words) && isValue(node));
}

function isComparedWith({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return COMPARISONS.has(parent.operatorToken.kind);
  return ts.isCaseClause(parent);
}

/** True if the string is assigned or returned, so that it may be shown elsewhere. */
function isValue(node: ts.Node): boolean {
  const { parent } = placeOf(node);
  return (
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent)
  );
}

/** True if the string becomes element content or a shown property, possibly through conditionals and concatenation. */
function isSpoken(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  const place = placeOf(node);
  const { parent } = place;
  if (ts.isJsxExpression(parent)) {
    return ts.isJsxAttribute(parent.parent) ? SPOKEN.has(parent.parent.name.getText()) : true;
  }
  if (ts.isJsxAttribute(parent)) return SPOKEN.has(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) {
    return parent.initializer === place && SPOKEN.has(parent.name.getText().replaceAll(/['"]/g, ''));
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    return SPEAKING.has(parent.expression.getText()) && parent.expression !== place;
  }
  return (
    ts.isBinaryExpression(parent) &&
    /\b(document\.title|\.(title|ariaLabel|alt|placeholder))$/.test(parent.left.getText())
  );
}

/** Returns the outermost expression that the string is the value of, or part of. */
function placeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  const isPart =
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && JOINS.has(parent.operatorToken.kind));
  return isPart ? placeOf(parent) : node;
}

const COMPARISONS = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken]);
const JOINS = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
]);
