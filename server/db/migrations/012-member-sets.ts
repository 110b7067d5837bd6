import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../engine.ts';

/**
 * Adds a key of each group room's member set, maintained by triggers, so that an index finds the room of given people
 * without comparing the members of all rooms. The key is the number of members and the sum of their hashes, which takes
 * constant time to update.
 */
export async function up(db: Kysely<unknown>, schema = 'public'): Promise<void> {
  await db.schema
    .createTable('room_member_sets')
    .addColumn('room_id', 'integer', (column) => column.primaryKey().references('rooms.id').onDelete('cascade'))
    .addColumn('members', 'integer', (column) => column.notNull())
    .addColumn('hash', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .execute();
  for (const columns of [
    ['members', 'hash', 'room_id'],
    ['members', 'hash', 'name', 'room_id'],
  ]) {
    await db.schema
      .createIndex(`room_member_sets_by_${columns.length === 3 ? 'key' : 'name'}`)
      .on('room_member_sets')
      .columns(columns)
      .execute();
  }
  const within = (name: string) => `"${schema}"."${name}"`;
  for (const statement of isPostgres(db) ? postgresStatements(within) : SQLITE_STATEMENTS) {
    await sql.raw(statement).execute(db);
  }
}

const GROUP = 3;
/** The same number on both engines. Must equal `hashOf` of `member-sets.ts`; the cube keeps sums of neighbouring ids apart. */
const hashOf = (id: string) => {
  const mixed = `((${id} * 48271 + 11) % 2147483647)`;
  return `((${mixed} * ${mixed} % 2147483647) * ${mixed} % 2147483647)`;
};

const fill = (sets: string, rooms: string, members: string, id: string) =>
  `insert into ${sets} (room_id, members, hash, name)
   select m.room_id, count(*), sum(${hashOf(id)}), min(r.name)
   from ${members} m join ${rooms} r on r.id = m.room_id where r.kind = ${GROUP} group by m.room_id`;

const SQLITE_STATEMENTS = [
  fill('room_member_sets', 'rooms', 'room_members', 'm.user_id'),
  `create trigger room_members_set_insert after insert on room_members
   when (select kind from rooms where id = new.room_id) = ${GROUP}
   begin
     insert into room_member_sets (room_id, members, hash, name)
     values (new.room_id, 1, ${hashOf('new.user_id')}, (select name from rooms where id = new.room_id))
     on conflict (room_id) do update set members = members + excluded.members, hash = hash + excluded.hash;
   end`,
  `create trigger room_members_set_delete after delete on room_members begin
     update room_member_sets set members = members - 1, hash = hash - ${hashOf('old.user_id')}
     where room_id = old.room_id;
   end`,
  `create trigger rooms_set_name after update of name on rooms when old.name is not new.name
   begin update room_member_sets set name = new.name where room_id = new.id; end`,
];

function postgresStatements(within: (name: string) => string) {
  const [sets, rooms, members] = [within('room_member_sets'), within('rooms'), within('room_members')];
  const id = 'm.user_id::bigint';
  const trigger = (name: string, event: string, rows: string, body: string) => [
    `create function ${within(name)}() returns trigger language plpgsql as $body$ begin ${body} return null; end $body$`,
    `create trigger "${name}" after ${event} on ${members} referencing ${rows}
     for each statement execute function ${within(name)}()`,
  ];
  return [
    fill(sets, rooms, members, id),
    ...trigger(
      'room_members_set_insert',
      'insert',
      'new table as new_rows',
      `${fill(sets, rooms, 'new_rows', id)} order by m.room_id
       on conflict (room_id) do update
       set members = ${sets}.members + excluded.members, hash = ${sets}.hash + excluded.hash;`,
    ),
    ...trigger(
      'room_members_set_delete',
      'delete',
      'old table as old_rows',
      `update ${sets} s set members = s.members - gone.members, hash = s.hash - gone.hash
       from (select m.room_id, count(*) as members, sum(${hashOf(id)}) as hash from old_rows m group by m.room_id) gone
       where s.room_id = gone.room_id;`,
    ),
    `create function ${within('rooms_set_name')}() returns trigger language plpgsql as $body$ begin
       update ${sets} set name = new.name where room_id = new.id;
       return null;
     end $body$`,
    `create trigger rooms_set_name after update of name on ${rooms} for each row
     when (old.name is distinct from new.name) execute function ${within('rooms_set_name')}()`,
  ];
}
