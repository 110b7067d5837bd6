import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { foldText } from './fold.ts';
import type { Tables } from './tables.ts';

type Hits = Expression<{ id: number }>;
/** Columns of which an index knows the words. */
const INDEXED = ['rooms.name_folded', 'users.name_folded'];

/**
 * The condition that a row's text contains one of some texts, case-blind; `%`, `_` and `\` stand for themselves.
 * As a condition it looks at the row. Where an index knows them, `hits` is a query for the ids of all such rows.
 */
export class TextSearch implements Expression<SqlBool> {
  readonly hits: Hits | undefined;
  /** Whether the index gives the hits by id, the first of them at once. */
  readonly isById: boolean;
  readonly #check: Expression<SqlBool>;

  constructor(check: Expression<SqlBool>, hits: Hits | undefined, isById = false) {
    this.#check = check;
    this.hits = hits;
    this.isById = isById;
  }

  get expressionType(): SqlBool | undefined {
    return undefined;
  }

  toOperationNode() {
    return this.#check.toOperationNode();
  }
}

const is = expressionBuilder<Tables>();
const idsOf = (table: string) => expressionBuilder<Record<string, { id: number }>>().selectFrom(table).select('id');
const room = expressionBuilder<Tables, 'rooms'>();
const draft = expressionBuilder<Tables, 'support_draft_messages'>();

/** Searches a column with the searchable form of a text. */
export function searchColumn(db: Kysely<Tables>, table: string, column: string, texts: readonly string[]): TextSearch {
  const folded = sql.ref<string>(`${table}.${column}`);
  const isIndexed = INDEXED.includes(`${table}.${column}`);
  return anyOf(
    texts.map((text) => {
      const check = contains(db, folded, text);
      if (!isIndexed) return new TextSearch(check, undefined);
      if (isPostgres(db)) return new TextSearch(check, isLong(text) ? idsOf(table).where(check) : undefined);
      return new TextSearch(check, wordHits(`${table}_words`, text), isLong(text));
    }),
  );
}

/** Searches drafts by their message or the name of their room. */
export function searchDrafts(db: Kysely<Tables>, texts: readonly string[]): TextSearch {
  const searches = texts.map((text) => {
    const inMessage = contains(db, draft.ref('support_draft_messages.message_content_folded'), text);
    const named = is
      .selectFrom('rooms')
      .select('rooms.id')
      .where(contains(db, room.ref('rooms.name_folded'), text));
    const roomIds = (isPostgres(db) ? undefined : wordHits('rooms_words', text)) ?? named;
    const inRoom = sql<SqlBool>`${draft.ref('support_draft_messages.room_id')} in (${roomIds})`;
    const check = draft.or([inMessage, inRoom]);
    if (!isPostgres(db)) return new TextSearch(check, wordHits('support_draft_messages_words', text), isLong(text));
    const drafts = idsOf('support_draft_messages');
    // Each draft once, without an end that all of them must be known for.
    const hits = drafts.where(inMessage).unionAll(drafts.where(inRoom).where(draft.not(inMessage)));
    return new TextSearch(check, isLong(text) ? hits : undefined);
  });
  return anyOf(searches);
}

/** How many rows a search finds, counted up to `most`. */
export async function countHits(db: Kysely<Tables>, hits: Hits, most: number): Promise<number> {
  const counted = sql`(select 1 from (${hits}) as hits limit ${sql.lit(most)})`.as('counted');
  const { count } = await db.selectFrom(counted).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/**
 * How many rows a search finds as PostgreSQL guesses by its statistics, which takes no time; undefined on SQLite, which
 * has none.
 */
export async function guessHits(db: Kysely<Tables>, hits: Hits): Promise<number | undefined> {
  if (!isPostgres(db)) return undefined;
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }];
  }>`explain (format json) ${hits}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'];
}

function anyOf(searches: readonly TextSearch[]): TextSearch {
  const [first, ...others] = searches;
  if (first && others.length === 0) return first;
  const hits = searches.map((search) => search.hits).filter((known) => known !== undefined);
  const all = hits.length === searches.length ? sql<{ id: number }>`${sql.join(hits, sql` union `)}` : undefined;
  return new TextSearch(is.or([...searches]), all);
}

function contains(db: Kysely<Tables>, folded: Expression<string>, text: string): Expression<SqlBool> {
  const wanted = foldText(text);
  if (!isPostgres(db)) return sql<SqlBool>`instr(${folded}, ${wanted}) > 0`;
  return sql<SqlBool>`${folded} like ${`%${wanted.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;
}

/** The signs that end texts in the index, and those that it takes for each other. */
const UNCLEAR = ['\0', '\u0001', '\ufffd', '\ufffe', '\uffff'];
const LAST_CHARACTER = '\u{10ffff}';
const MOST_REPEATS = 4;

/** Whether a text has three characters: both engines' indexes are of what stands at which three. */
const isLong = (text: string) => [...foldText(text)].length >= 3;

/**
 * Whether the same three characters stand in a text again and again. The index goes through every place of each, time
 * after time, which of texts made for that takes seconds; looking at the rows does not.
 */
function repeatsItself(text: string): boolean {
  const characters = [...text];
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= characters.length; at++) {
    const three = characters.slice(at, at + 3).join('');
    const count = (counts.get(three) ?? 0) + 1;
    if (count > MOST_REPEATS) return true;
    counts.set(three, count);
  }
  return false;
}

/** Ids by SQLite's index, where fewer characters are the beginning of some of its entries; undefined where it is no help. */
function wordHits(words: string, text: string): Hits | undefined {
  const wanted = foldText(text);
  if (UNCLEAR.some((sign) => wanted.includes(sign)) || repeatsItself(wanted)) return undefined;
  const table = sql.table(words);
  if (!isLong(text)) {
    const vocabulary = sql.table(`${words}_vocabulary`);
    return sql`select distinct doc as id from ${vocabulary} where term >= ${wanted} and term < ${wanted + LAST_CHARACTER}`;
  }
  return sql`select rowid as id from ${table} where ${table} match ${`"${wanted.replaceAll('"', '""')}"`}`;
}
