import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CompiledMessageToken, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import lingui from '../../lingui.config.ts';
import { type Check, checkOutcome, runTool } from './check.ts';

const FOLDER = 'src/locales';

/** Checks that the catalogs contain every message of the code, and that every language is fully translated. */
export const catalogs: Check = {
  title: 'Catalogs',
  run: async () => {
    const before = readCatalogs();
    const { code, output } = await runTool('lingui', ['extract', '--clean']);
    const stale = [...readCatalogs()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
    // A check must not modify the working tree.
    for (const file of stale) writeFileSync(file, before.get(file) ?? '');
    if (code !== 0) return checkOutcome(false, output);
    const missing = await Promise.all([...before].map(([file, text]) => findMissingTranslations(file, text)));
    const lines = [...stale.map((file) => `${file} is outdated: run npm run extract.`), ...missing.flat()];
    return checkOutcome(lines.length === 0, lines.join('\n'));
  },
};

/** Returns contents by file; a missing file of a configured language counts as empty. */
function readCatalogs() {
  const wanted = lingui.locales.map((locale) => `${locale}.po`);
  const files = new Set([...wanted, ...readdirSync(FOLDER).filter((name) => name.endsWith('.po'))]);
  const read = (name: string) => (readdirSync(FOLDER).includes(name) ? readFileSync(join(FOLDER, name), 'utf8') : '');
  return new Map([...files].map((name) => [join(FOLDER, name), read(name)]));
}

async function findMissingTranslations(filename: string, text: string) {
  const locale = basename(filename, '.po');
  const { sourceLocale = 'en', format } = lingui;
  if (locale === sourceLocale || !format) return [];
  const catalog = await format.parse(text, { locale, sourceLocale, filename });
  return Object.entries(catalog).flatMap(([id, { message = id, translation }]) => {
    if (!translation) return [`${filename} lacks "${message}"`];
    const [wanted, had] = [placeholdersIn(message), placeholdersIn(translation)];
    return wanted === had ? [] : [`${filename} has ${had || 'nothing'} for ${wanted || 'nothing'} in "${message}"`];
  });
}

/** Returns a message's placeholders and tags, without duplicates: `{name} <0>`. */
export function placeholdersIn(message: string): string {
  const names = new Set<string>();
  const collect = (tokens: readonly CompiledMessageToken[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) names.add(tag);
        continue;
      }
      names.add(`{${token[0]}}`);
      const choices: unknown = token[2];
      if (typeof choices !== 'object' || !choices) continue;
      for (const part of Object.values(choices)) if (Array.isArray(part)) collect(part);
    }
  };
  collect(compileMessageOrThrow(message));
  return [...names].sort().join(' ');
}
