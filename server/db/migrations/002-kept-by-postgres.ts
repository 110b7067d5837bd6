import { type Kysely, sql } from 'kysely';

/** PostgreSQL's triggers that keep what lists are counted by, with what they find at the beginning. */
export async function keepByPostgres(db: Kysely<unknown>, schema: string, tallied: readonly string[]): Promise<void> {
  const within = (name: string) => `"${schema}"."${name}"`;
  const statements = [...hasStaff(within), ...tallies(within, tallied), ...spans(within), statistics(within)];
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
  }
}

type Within = (name: string) => string;

function trigger(within: Within, name: string, table: string, events: string, body: string) {
  return [
    `create function ${within(name)}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`,
    `create trigger "${name}" after ${events} on ${within(table)}
     for each row execute function ${within(name)}()`,
  ];
}

function hasStaff(within: Within) {
  const staffIn = (room: string) =>
    `exists (select 1 from ${within('room_members')} m join ${within('users')} u on u.id = m.user_id
             where m.room_id = ${room} and u.kind = 'staff')`;
  return [
    ...trigger(
      within,
      'room_members_insert',
      'room_members',
      'insert',
      `update ${within('rooms')} set has_staff = 1
       where id = new.room_id and has_staff = 0
         and exists (select 1 from ${within('users')} where id = new.user_id and kind = 'staff');`,
    ),
    ...trigger(
      within,
      'room_members_delete',
      'room_members',
      'delete',
      `update ${within('rooms')} set has_staff = 0
       where id = old.room_id and has_staff = 1 and not ${staffIn('old.room_id')};`,
    ),
    `update ${within('rooms')} r set has_staff = 1 where ${staffIn('r.id')}`,
  ];
}

/**
 * How many rooms are alike in the given columns. One row for each kind would be a row that every writer waits for, so
 * changes are added beside each other, and summed up now and then by who finds nobody else at it.
 */
function tallies(within: Within, columns: readonly string[]) {
  const names = columns.join(', ');
  const values = (row: string) => columns.map((name) => `coalesce(${row}${name}, -1)`).join(', ');
  const table = within('room_tallies');
  const add = (row: string, change: number) =>
    `insert into ${table} (${names}, rooms) values (${values(row)}, ${change});`;
  return [
    ...trigger(
      within,
      'rooms_tally',
      'rooms',
      `insert or delete or update of ${names}`,
      `if tg_op = 'UPDATE' and (${values('old.')}) = (${values('new.')}) then return null; end if;
       if tg_op <> 'INSERT' then ${add('old.', -1)} end if;
       if tg_op <> 'DELETE' then ${add('new.', 1)} end if;
       if random() < 0.005 and pg_try_advisory_xact_lock('${table}'::regclass::bigint) then
         with gone as (delete from ${table} returning *)
         insert into ${table} (${names}, rooms) select ${names}, sum(rooms) from gone group by ${names};
       end if;`,
    ),
    `insert into ${table} (${names}, rooms) select ${values('')}, count(*) from ${within('rooms')} group by ${values('')}`,
  ];
}

/** An hour to either side, so that the drafts to come seldom change it. */
function spans(within: Within) {
  const table = within('support_draft_message_spans');
  const drafts = within('support_draft_messages');
  return [
    ...trigger(
      within,
      'support_draft_messages_span',
      'support_draft_messages',
      'insert',
      `insert into ${table} as s (block, first_unix, last_unix)
       values (new.id / 1024, new.created_at_unix - 3600, new.created_at_unix + 3600)
       on conflict (block) do update
       set first_unix = least(s.first_unix, excluded.first_unix), last_unix = greatest(s.last_unix, excluded.last_unix)
       where new.created_at_unix < s.first_unix or new.created_at_unix >= s.last_unix;`,
    ),
    `insert into ${table} (block, first_unix, last_unix)
     select id / 1024, min(created_at_unix), max(created_at_unix) + 1 from ${drafts} group by id / 1024`,
  ];
}

/** What is in review has three columns that go together; taken for independent, they would seem to leave next to nothing. */
const statistics = (within: Within) =>
  `create statistics ${within('support_draft_messages_review')} (mcv)
   on status, resolved_user_id, resolved_time_unix from ${within('support_draft_messages')}`;
