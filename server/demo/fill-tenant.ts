import { readFileSync } from 'node:fs';
import type { Transaction } from 'kysely';
import { normalizeForSearch } from '../db/search/normalize-for-search.ts';
import type { Tables } from '../db/tables.ts';
import { snippet } from '../resources/clients.ts';
import { assignStaff } from './assign-staff.ts';
import type { Client, DemoTenant, Suggestion } from './demo-tenant.ts';
import { insertedIds, insertRooms } from './insert-rooms.ts';
import { planFormerWaits } from './plan-former-waits.ts';
import { planStaffRoom, planSupportRoom, type RoomPlan, type Wait } from './plan-room.ts';
import { seededRandom } from './seeded-random.ts';

const RECORDED_SECONDS = 35 * 86_400;

/** Seeds an empty database with a demo tenant. Its times lie within the month before `nowUnix`. */
export async function fillTenant(db: Transaction<Tables>, tenant: DemoTenant, nowUnix: number): Promise<void> {
  await db.insertInto('tenant_profile').values({ id: 1, title: tenant.title, color: tenant.color }).execute();
  const plans = planRooms(tenant, nowUnix).sort((one, other) => one.createdAt - other.createdAt);
  const visitors = plans.flatMap(({ visitor }) => visitor ?? []);
  const people = await insertUsers(db, tenant, visitors);
  const roomIds = await insertRooms(db, plans, people);
  await insertWaits(db, [...plans.flatMap(({ waits }) => waits), ...planFormerWaits(tenant.name, nowUnix)], nowUnix);
  const roomIdsOf = (client: Client) =>
    client.rooms.map(({ name }) => roomIds[plans.findIndex((plan) => plan.name === name)] ?? 0);
  await db
    .insertInto('suggestions')
    .values(tenant.clients.flatMap((client) => suggestionRows(client.suggestions, roomIdsOf(client))))
    .execute();
  await db
    .insertInto('clients')
    .values(tenant.clients.map((client, index) => clientRow(client, nowUnix - (1 + index * index) * 90_000)))
    .execute();
  const keywords = tenant.keywords.map(({ name, title, suggestions }) => ({
    key_name: name,
    key_title: title,
    suggestions,
  }));
  await db.insertInto('master_keywords').values(keywords).execute();
}

function planRooms(tenant: DemoTenant, nowUnix: number): RoomPlan[] {
  const contextOf = (seed: string, staff: readonly string[]) => {
    const random = seededRandom(`${tenant.name} ${seed}`);
    return { nowUnix, random, staff: assignStaff(staff, tenant.people, random) };
  };
  const support = tenant.clients.flatMap((client) =>
    client.rooms.map((room) => planSupportRoom(room, client.code, contextOf(room.name, room.staff))),
  );
  const among = tenant.staffRooms.map((room) =>
    planStaffRoom(room, contextOf(room.name ?? room.people.join(), room.people)),
  );
  return [...support, ...among];
}

/** Returns ids by key for staff and by name for visitors. */
async function insertUsers(db: Transaction<Tables>, { people }: DemoTenant, visitors: readonly string[]) {
  const users = [
    ...people.map(({ key, name }) => ({ key, name, kind: 'staff' as const })),
    ...visitors.map((name) => ({ key: name, name, kind: 'visitor' as const })),
  ];
  const rows = users.map(({ name, kind }) => ({ name, name_folded: normalizeForSearch(name), kind }));
  const ids = insertedIds(await db.insertInto('users').values(rows).returning('id').execute());
  return new Map(users.map(({ key }, index) => [key, ids[index] ?? 0]));
}

async function insertWaits(db: Transaction<Tables>, waits: readonly Wait[], nowUnix: number) {
  const inOrder = waits.toSorted((one, other) => one.endedAt - other.endedAt);
  const rows = inOrder.map(({ startedAt, endedAt }) => ({ started_unix: startedAt, ended_unix: endedAt }));
  await db.insertInto('waits').values(rows).execute();
  await db
    .updateTable('wait_recording')
    .set({ since_unix: nowUnix - RECORDED_SECONDS })
    .execute();
}

function suggestionRows(suggestions: readonly Suggestion[], roomIds: readonly number[]) {
  return suggestions.map((suggestion, index) => {
    const messages = suggestion.map((message) =>
      typeof message === 'string' ? { kind: 'text', content: message, settings: {} } : message,
    );
    return { room_id: roomIds[index % roomIds.length] ?? 0, suggestion_messages_data: JSON.stringify(messages) };
  });
}

function clientRow({ code, title, settings, hasGuestCss }: Client, updatedAtUnix: number) {
  return {
    code,
    title,
    settings: JSON.stringify(settings),
    injectable_code: snippet(code),
    default_embedded_css: readWidgetFile(`${code}.css`),
    default_guest_css: hasGuestCss ? readWidgetFile(`${code}.guest.css`) : null,
    default_embedded_html: readWidgetFile(`${code}.html`),
    updated_at_unix: updatedAtUnix,
  };
}

const readWidgetFile = (file: string) => readFileSync(new URL(`widgets/${file}`, import.meta.url), 'utf8');
