import { type Expression, type SqlBool, sql } from 'kysely';
import { foldText } from './fold.ts';

/** Whether a folded column contains the text, case-blind; `%`, `_` and `\` stand for themselves. */
export function contains(folded: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = `%${foldText(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql<SqlBool>`${folded} like ${pattern} escape '\\'`;
}
