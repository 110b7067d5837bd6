import { type Kysely, sql } from 'kysely';

/** Creates the PostgreSQL triggers that maintain what lists count by, and backfills the existing rows. */
export async function createPostgresTriggers(
  db: Kysely<unknown>,
  schema: string,
  tallied: readonly string[],
): Promise<void> {
  const within = (name: string) => `"${schema}"."${name}"`;
  const statements = [...hasStaff(within), ...tallies(within, tallied), ...spans(within), statistics(within)];
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

type Within = (name: string) => string;

/** Transition tables: the affected rows as the triggers see them. */
const ROWS = {
  insert: 'new table as new_rows',
  delete: 'old table as old_rows',
  update: 'old table as old_rows new table as new_rows',
} as const;

/** Statement-level: row-level triggers would leave one change per row after a bulk write. */
function trigger(within: Within, table: string, what: string, event: keyof typeof ROWS, body: string) {
  const name = `${table}_${what}_${event}`;
  return [
    `create function ${within(name)}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`,
    `create trigger "${name}" after ${event} on ${within(table)} referencing ${ROWS[event]}
     for each statement execute function ${within(name)}()`,
  ];
}

function hasStaff(within: Within) {
  const [rooms, members, users] = [within('rooms'), within('room_members'), within('users')];
  const staffIn = `exists (select 1 from ${members} m join ${users} u on u.id = m.user_id
                           where m.room_id = r.id and u.kind = 'staff')`;
  return [
    ...trigger(
      within,
      'room_members',
      'staff',
      'insert',
      `update ${rooms} set has_staff = 1
       where has_staff = 0
         and id in (select room_id from new_rows m join ${users} u on u.id = m.user_id where u.kind = 'staff');`,
    ),
    ...trigger(
      within,
      'room_members',
      'staff',
      'delete',
      `update ${rooms} r set has_staff = 0
       where has_staff = 1 and id in (select room_id from old_rows) and not ${staffIn};`,
    ),
    `update ${rooms} r set has_staff = 1 where ${staffIn}`,
  ];
}

/**
 * Counts rooms by the given columns. One row per group would be a hot row that every writer locks, so changes are
 * appended as deltas and occasionally compacted by a writer that gets the advisory lock.
 */
function tallies(within: Within, columns: readonly string[]) {
  const names = columns.join(', ');
  const values = columns.map((name) => `coalesce(${name}, -1) as ${name}`).join(', ');
  const table = within('room_tallies');
  const removed = `select ${values}, -1 as rooms from old_rows`;
  const added = `select ${values}, 1 as rooms from new_rows`;
  const keep = (event: keyof typeof ROWS, changes: string) =>
    trigger(
      within,
      'rooms',
      'tally',
      event,
      `insert into ${table} (${names}, rooms)
       select ${names}, sum(rooms) from (${changes}) as changes group by ${names} having sum(rooms) <> 0;
       if random() < 0.005 and pg_try_advisory_xact_lock('${table}'::regclass::bigint) then
         with gone as (delete from ${table} returning *)
         insert into ${table} (${names}, rooms) select ${names}, sum(rooms) from gone group by ${names};
       end if;`,
    );
  return [
    ...keep('insert', added),
    ...keep('delete', removed),
    ...keep('update', `${removed} union all ${added}`),
    `insert into ${table} (${names}, rooms)
     select ${names}, count(*) from (select ${values} from ${within('rooms')}) as rooms group by ${names}`,
  ];
}

/** Spans have an hour of margin on either side, so that new drafts seldom update them. */
function spans(within: Within) {
  const table = within('support_draft_message_spans');
  const drafts = within('support_draft_messages');
  return [
    ...trigger(
      within,
      'support_draft_messages',
      'span',
      'insert',
      `insert into ${table} as s (block, first_unix, last_unix)
       select id / 1024, min(created_at_unix) - 3600, max(created_at_unix) + 3600 from new_rows group by id / 1024 order by 1
       on conflict (block) do update
       set first_unix = least(s.first_unix, excluded.first_unix), last_unix = greatest(s.last_unix, excluded.last_unix)
       where excluded.first_unix + 3600 < s.first_unix or excluded.last_unix - 3600 >= s.last_unix;`,
    ),
    `insert into ${table} (block, first_unix, last_unix)
     select id / 1024, min(created_at_unix), max(created_at_unix) + 1 from ${drafts} group by id / 1024`,
  ];
}

/**
 * The three columns of the review filter are correlated. Assuming independence, the planner would expect almost no
 * rows.
 */
const statistics = (within: Within) =>
  `create statistics ${within('support_draft_messages_review')} (mcv)
   on status, resolved_user_id, resolved_time_unix from ${within('support_draft_messages')}`;
