import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { isPostgres } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { normalizeForSearch } from './normalize-for-search.ts';

type Hits = Expression<{ id: number }>;
/** Columns with a trigram index. */
const INDEXED = ['rooms.name_folded', 'users.name_folded'];
/** More rooms with a short text in their names are found faster by scanning all names. */
const MAX_SHORT_HITS = 1_000;

/**
 * A condition: the row's text contains one of the search terms, ignoring case; `%`, `_` and `\` are literal. Used as a
 * condition, it tests each row. If the terms can use an index, `hits` is a query for the ids of all matching rows.
 */
export class TextSearch implements Expression<SqlBool> {
  readonly hits: Hits | undefined;
  /** True if the index yields hits in id order, so the first ones come without reading all. */
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

const eb = expressionBuilder<Tables>();
const idsOf = (table: string) => expressionBuilder<Record<string, { id: number }>>().selectFrom(table).select('id');
const room = expressionBuilder<Tables, 'rooms'>();
const draft = expressionBuilder<Tables, 'support_draft_messages'>();

/** Searches one column for any of the given texts, which it normalizes. */
export function searchColumn(db: Kysely<Tables>, table: string, column: string, texts: readonly string[]): TextSearch {
  const normalized = sql.ref<string>(`${table}.${column}`);
  const isIndexed = INDEXED.includes(`${table}.${column}`);
  return anyOf(
    texts.map((text) => {
      const check = contains(db, normalized, text);
      if (!isIndexed) return new TextSearch(check, undefined);
      if (isPostgres(db)) {
        const indexed = postgresIndexed(normalized, check, text);
        return new TextSearch(check, indexed && idsOf(table).where(indexed));
      }
      return new TextSearch(check, trigramHits(`${table}_words`, text), isLong(text));
    }),
  );
}

/** Searches drafts by their message or their room's name. */
export function searchDrafts(db: Kysely<Tables>, texts: readonly string[]): TextSearch {
  const searches = texts.map((text) => {
    const message = draft.ref('support_draft_messages.message_content_folded');
    const name = room.ref('rooms.name_folded');
    const inMessage = contains(db, message, text);
    const isNamed = contains(db, name, text);
    const indexedName = isPostgres(db) ? postgresIndexed(name, isNamed, text) : undefined;
    const byName = eb
      .selectFrom('rooms')
      .select('rooms.id')
      .where(indexedName ?? isNamed);
    const indexedRooms = isPostgres(db) ? undefined : trigramHits('rooms_words', text);
    // `offset 0` makes PostgreSQL plan this subquery separately, with the name index. Joined, it would scan all names.
    const named = isPostgres(db) ? byName.offset(0) : byName;
    const roomIds = indexedRooms && !isLong(text) ? shortHits(indexedRooms, named) : (indexedRooms ?? named);
    const inRoom = sql<SqlBool>`${draft.ref('support_draft_messages.room_id')} in (${roomIds})`;
    const check = draft.or([inMessage, inRoom]);
    if (!isPostgres(db)) {
      const messageHits = trigramHits('support_draft_messages_words', text);
      // A cross join makes SQLite start from the rooms, so that the first drafts come without reading all.
      const roomHits = sql<{ id: number }>`select drafts.id from (${indexedRooms ?? named}) as named
        cross join support_draft_messages as drafts on drafts.room_id = named.id`;
      return new TextSearch(check, messageHits && distinctOf([messageHits, roomHits]));
    }
    const drafts = idsOf('support_draft_messages');
    // `union all` with disjoint branches: each draft appears once, and rows stream before all are known.
    const indexed = postgresIndexed(message, inMessage, text);
    const hits = indexed && drafts.where(indexed).unionAll(drafts.where(inRoom).where(draft.not(inMessage)));
    return new TextSearch(check, hits);
  });
  return anyOf(searches);
}

/**
 * The ids of all rows with a short text. The index yields each once per occurrence, so many come faster from a scan. Ids
 * may repeat.
 */
function shortHits(indexed: Hits, scanned: Hits): Hits {
  const few = sql`select id from (${indexed}) as indexed limit ${sql.lit(MAX_SHORT_HITS)}`;
  // The cross join keeps SQLite from scanning before it knows that there are many.
  return sql`select id from (${few}) as few union all
    select scanned.id from (select 1 from (${few}) as few limit 1 offset ${sql.lit(MAX_SHORT_HITS - 1)}) as many
    cross join (${scanned}) as scanned`;
}

/** Counts the rows that a search finds, up to `max`. */
export async function countHits(db: Kysely<Tables>, hits: Hits, max: number): Promise<number> {
  const counted = sql`(select 1 from (${hits}) as hits limit ${sql.lit(max)})`.as('counted');
  const { count } = await db.selectFrom(counted).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/**
 * Estimates a search's row count from PostgreSQL's planner statistics, without running it. Undefined on SQLite, which
 * has no such estimate.
 */
export async function estimateHits(db: Kysely<Tables>, hits: Hits): Promise<number | undefined> {
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
  const all = hits.length === searches.length ? distinctOf(hits) : undefined;
  return new TextSearch(eb.or([...searches]), all);
}

/** Unlike `union`, streams its rows, so that a limited count of a frequent text ends early. */
function distinctOf(hits: readonly Hits[]): Hits {
  const each = sql.join(
    hits.map((query) => sql`select id from (${query}) as hits`),
    sql` union all `,
  );
  return sql<{ id: number }>`select distinct id from (${each}) as hits`;
}

function contains(db: Kysely<Tables>, normalized: Expression<string>, text: string): Expression<SqlBool> {
  const wanted = normalizeForSearch(text);
  if (!isPostgres(db)) return sql<SqlBool>`instr(${normalized}, ${wanted}) > 0`;
  return sql<SqlBool>`${normalized} like ${`%${wanted.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`;
}

/** The padding at the end of indexed texts, and characters that the tokenizer confuses with each other. */
const UNINDEXABLE = ['\0', '\u0001', '\ufffd', '\ufffe', '\uffff'];
const LAST_CHARACTER = '\u{10ffff}';
const MAX_REPEATS = 4;

/** Trigram indexes need at least three characters. */
const isLong = (text: string) => lengthOf(text) >= 3;
const lengthOf = (text: string) => [...normalizeForSearch(text)].length;

/** The condition `check` in a form that a PostgreSQL index supports; undefined if none does. */
function postgresIndexed(column: Expression<string>, check: Expression<SqlBool>, text: string) {
  const wanted = normalizeForSearch(text);
  if (isLong(text)) return check;
  if (lengthOf(text) < 2 || PAIR_SIGNS.some((sign) => wanted.includes(sign))) return undefined;
  // Must equal the index's expression: the pairs from the first character on, then those from the second.
  return sql<SqlBool>`string_to_array(
    regexp_replace(${column}, '(..)', E'\\\\1\\x01', 'g') || E'\\x01' ||
    regexp_replace(E'\\x02' || ${column}, '(..)', E'\\\\1\\x01', 'g'), E'\\x01') @> array[${wanted}]`;
}
/** Characters that separate the pairs, and stand in for the one before the first character. */
const PAIR_SIGNS = ['\u0001', '\u0002'];

/**
 * True if one trigram repeats often. The index would walk all positions of each occurrence, which takes seconds for
 * texts crafted to do so; a scan does not.
 */
function hasRepeatedTrigram(text: string): boolean {
  const characters = [...text];
  const counts = new Map<string, number>();
  for (let at = 0; at + 3 <= characters.length; at++) {
    const three = characters.slice(at, at + 3).join('');
    const count = (counts.get(three) ?? 0) + 1;
    if (count > MAX_REPEATS) return true;
    counts.set(three, count);
  }
  return false;
}

/**
 * Ids from SQLite's trigram index; terms under three characters match as a prefix of its entries. Undefined if the
 * index cannot help.
 */
function trigramHits(words: string, text: string): Hits | undefined {
  const wanted = normalizeForSearch(text);
  if (UNINDEXABLE.some((sign) => wanted.includes(sign)) || hasRepeatedTrigram(wanted)) return undefined;
  const table = sql.table(words);
  if (!isLong(text)) {
    const vocabulary = sql.table(`${words}_vocabulary`);
    return sql`select distinct doc as id from ${vocabulary} where term >= ${wanted} and term < ${wanted + LAST_CHARACTER}`;
  }
  return sql`select rowid as id from ${table} where ${table} match ${`"${wanted.replaceAll('"', '""')}"`}`;
}
