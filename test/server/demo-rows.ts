import { afterAll } from 'vitest';
import type { Tenants } from '#server/access/tenant.ts';
import { openTenants } from '#server/access/tenants.ts';
import { type DemoPerson, loadDemo } from '#server/demo/load-demo.ts';

/** A fresh in-memory demo. */
export interface Demo {
  tenants: Tenants;
  people: DemoPerson[];
}

export async function openDemo(): Promise<Demo> {
  const tenants = await openTenants(':memory:');
  return { tenants, people: await loadDemo(tenants) };
}

/** A demo for a whole test file. */
export async function demoForFile(): Promise<Demo> {
  const demo = await openDemo();
  afterAll(() => demo.tenants.close());
  return demo;
}

/** Every row of a demo tenant, ordered by id. */
export async function readRows({ tenants }: Demo, name: string) {
  const db = (await tenants.byName(name))?.db;
  if (!db) throw new Error(`There is no tenant ${name}.`);
  return {
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    rooms: await db.selectFrom('rooms').selectAll().orderBy('id').execute(),
    members: await db.selectFrom('room_members').selectAll().orderBy('room_id').orderBy('user_id').execute(),
    messages: await db.selectFrom('messages').selectAll().orderBy('id').execute(),
    drafts: await db.selectFrom('support_draft_messages').selectAll().orderBy('id').execute(),
    suggestions: await db.selectFrom('suggestions').selectAll().orderBy('id').execute(),
    clients: await db.selectFrom('clients').selectAll().orderBy('id').execute(),
    keywords: await db.selectFrom('master_keywords').selectAll().orderBy('id').execute(),
  };
}

export function countBy<Item>(items: readonly Item[], key: (item: Item) => string | number) {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}
