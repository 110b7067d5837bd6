import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Desk, timed } from './desk.ts';
import type { Gate } from './gate.ts';
import { startPings } from './ping.ts';

const HEALTH_MS = 100;
const CUT_MS = 5_000;
const BACK_MS = 5_000;
const HAMMER_MS = 5_000;
/** Slack for a timer that checks once a second, and for the response. */
const GRACE_MS = 500;

const QUEUE = 'support_draft_messages?filter[in_review]=1&include=room';
/** The API queries that scan the most rows. */
const SLOW = [
  `${QUEUE}&filter[content_or_room_name_like]=a`,
  `${QUEUE}&filter[content_or_room_name_like]=zq`,
  'support_draft_messages?filter[content_or_room_name_like]=thank you',
  'support_draft_messages?sort=-message_content,comment',
  'support_draft_messages?sort=comment,-message_content&page[number]=400&page[size]=25',
  'rooms?filter[name_like]=a&sort=-description',
  'rooms?filter[replied]=0&filter[starred]=0&sort=name',
  'rooms/room_counts?filter[name_like]=a',
  'messages?sort=content',
];

/** No query and no database failure blocks the service for long. */
export async function neverStuck(desk: Desk): Promise<Gate[]> {
  return [await healthUnderLoad(desk), await cut(desk), await back(desk)];
}

async function healthUnderLoad(desk: Desk): Promise<Gate> {
  const costs = [];
  for (const path of SLOW) costs.push({ path, ...(await timed(desk, path)) });
  costs.sort((one, other) => other.ms - one.ms);
  const [slowest] = costs;
  if (!slowest) throw new Error('There is nothing to ask.');
  const endPings = await startPings(desk.service.origin);
  const until = performance.now() + HAMMER_MS;
  while (performance.now() < until) await timed(desk, slowest.path);
  const { count, failed, p50, p99, most } = await endPings();
  const rest = `p50 ${p50.toFixed(1)}, most ${most.toFixed(0)}, ${count} asked, ${failed} failed`;
  const note = `${rest}; while ${slowest.path} is asked over and over, ${slowest.ms.toFixed(0)} ms each`;
  return { name: 'health p99 during the slowest query', measured: p99, most: HEALTH_MS, unit: 'ms', note };
}

/** On PostgreSQL a lock blocks a read, on SQLite a write. */
async function cut(desk: Desk): Promise<Gate> {
  const unlock = desk.cluster ? await lockTable(desk.cluster.url) : lockFile(desk.service.dataDir);
  const { status, ms } = await timed(desk, 'master_keywords', desk.cluster ? undefined : { key_name: 'waits' });
  await unlock();
  const after = await timed(desk, 'master_keywords');
  const note = `answered ${status}, afterwards ${after.status}`;
  return { name: 'what waits for a lock is cut', measured: ms, most: CUT_MS + GRACE_MS, unit: 'ms', note };
}

async function lockTable(url: string) {
  const client = new Client(url);
  await client.connect();
  await client.query('begin; lock table countersign_harbor.master_keywords');
  return () => client.end();
}

function lockFile(dataDir: string) {
  const file = new DatabaseSync(join(dataDir, 'tenants', 'harbor.sqlite'));
  file.exec('begin immediate');
  return async () => file.close();
}

/** Recovery after SIGKILL of the database, or of the service where the database is embedded. */
async function back(desk: Desk): Promise<Gate> {
  const { cluster } = desk;
  if (cluster) {
    await cluster.stop('SIGKILL');
    await cluster.start();
  } else await desk.service.end('SIGKILL');
  const beganAt = performance.now();
  if (!cluster) await desk.restart();
  while ((await timed(desk, 'master_keywords')).status !== 200) await delay(20);
  const note = cluster ? 'since the database takes connections' : 'since the start of the service';
  return { name: 'back after kill -9', measured: performance.now() - beganAt, most: BACK_MS, unit: 'ms', note };
}
