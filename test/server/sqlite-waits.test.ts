import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDeadTokens } from '#server/access/remove-dead-tokens.ts';
import { openTenants } from '#server/access/tenants.ts';
import { removeOldEvents } from '#server/audit/remove-old-events.ts';
import { removeOldWaits } from '#server/audit/remove-old-waits.ts';
import { onQuery } from '#server/db/query-events.ts';
import { runAlone } from '#test/operator-commands.ts';
import { createService, type TestService } from '#test/service.ts';

type Db = TestService['db'];

let folder: string;
let service: TestService;
/** Another process's connection to the tenant's file. */
let other: DatabaseSync;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  service = await createService({}, folder);
  other = new DatabaseSync(join(folder, 'tenants', 'harbor.sqlite'));
});
afterEach(async () => {
  other.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const write = (key_name = 'x', suggestions = '') => service.create('master_keywords', { key_name, suggestions });

test('a write waits for another process without blocking other requests', async () => {
  other.exec('begin immediate');
  let isWritten = false;
  const writing = Promise.all([write('one'), write('two')]).finally(() => {
    isWritten = true;
  });
  for (let count = 0; count < 30; count += 1) {
    expect((await service.send('GET', '/master_keywords')).meta.record_count).toBe(0);
    expect((await service.fetch('/healthz')).status).toBe(200);
  }
  expect(isWritten).toBe(false);
  other.exec('commit');
  expect((await writing).map(({ status }) => status)).toEqual([201, 201]);
});

test.each([
  ['events', (db: Db) => removeOldEvents(db, 1)],
  ['waits', (db: Db) => removeOldWaits(db, 1)],
  ['tokens', (db: Db) => removeDeadTokens(db)],
])('removing old %s waits for another process without blocking reads', async (_, remove) => {
  other.exec('begin immediate');
  let isOver = false;
  const removing = remove(service.db).finally(() => {
    isOver = true;
  });
  for (let count = 0; count < 30; count += 1) {
    expect((await service.send('GET', '/master_keywords')).status).toBe(200);
    expect(isOver).toBe(false);
  }
  other.exec('commit');
  expect(await removing).toBe(0);
});

test('a write that times out is refused and leaves nothing', async () => {
  const place = join(folder, 'impatient');
  const impatient = await createService({ deadlineMs: 1_000 }, place);
  const holder = new DatabaseSync(join(place, 'tenants', 'harbor.sqlite'));
  const writeThere = () => impatient.create('master_keywords', { key_name: 'x', suggestions: '' });
  try {
    holder.exec('begin immediate');
    const { status, headers, errors } = await writeThere();
    expect([status, headers.get('retry-after'), errors[0]?.title]).toEqual([503, '1', 'Service Unavailable']);
    holder.exec('rollback');
    expect(await impatient.db.selectFrom('master_keywords').selectAll().execute()).toEqual([]);
    // Retries, because a busy machine may miss the short deadline.
    await expect.poll(async () => (await writeThere()).status).toBe(201);
  } finally {
    holder.close();
    await impatient.close();
  }
});

test('opening waits for a tenant that another process is migrating, instead of setting it aside', async () => {
  await service.db.schema.dropTable('tenant_profile').execute();
  other.exec("delete from kysely_migration where name like '%tenant-profile'");
  other.exec('begin immediate');
  let looks = 0;
  const stop = onQuery(({ sql }) => {
    if (sql.includes('sqlite_master')) looks += 1;
  });
  const opening = openTenants(folder, 1);
  await expect.poll(() => looks).toBeGreaterThan(2);
  stop();
  other.exec('commit');
  const tenants = await opening;
  expect([await tenants.findFaults(), (await tenants.byName('harbor'))?.name]).toEqual([[], 'harbor']);
  await tenants.close();
});

/** Whether this user may mount a small tmpfs. */
function canMount() {
  const place = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', place]).status === 0;
  if (isMounted) spawnSync('umount', [place]);
  rmSync(place, { recursive: true });
  return isMounted;
}

test.skipIf(!canMount())(
  'on an almost full disk, writes fail until space is freed, and reads continue throughout',
  async () => {
    const disk = join(folder, 'disk');
    const mounted = spawnSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=40m none ${disk}`]);
    expect(mounted.status).toBe(0);
    const small = await createService({}, join(disk, 'data'));
    const writeThere = (key_name: string) =>
      small.create('master_keywords', { key_name, suggestions: 'x'.repeat(60_000) });
    try {
      expect((await writeThere('before')).status).toBe(201);
      writeFileSync(join(disk, 'filler'), Buffer.alloc(24 * 1_048_576));
      await expect.poll(async () => (await writeThere(crypto.randomUUID())).status).toBe(503);
      const refused = await writeThere('full');
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await small.send('GET', '/master_keywords')).status).toBe(200);
      rmSync(join(disk, 'filler'));
      await expect.poll(async () => (await writeThere(crypto.randomUUID())).status).toBe(201);
      expect((await small.send('GET', '/master_keywords?sort=id&page[size]=1')).records[0]?.attributes?.key_name).toBe(
        'before',
      );
    } finally {
      await small.close();
      spawnSync('umount', [disk]);
    }
  },
);

test.skipIf(!canMount())(
  'large writes are refused before the disk is full, so that a start, a revocation and a backup succeed',
  async () => {
    const disk = join(folder, 'disk');
    expect(spawnSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=40m none ${disk}`]).status).toBe(0);
    const place = join(disk, 'data');
    const small = await createService({}, place);
    try {
      let status = 201;
      while (status === 201) {
        const writes = Array.from({ length: 20 }, () =>
          small.create('master_keywords', { key_name: crypto.randomUUID(), suggestions: 'x'.repeat(60_000) }),
        );
        status = Math.max(...(await Promise.all(writes)).map((answer) => answer.status));
      }
      expect(status).toBe(503);
      const { bavail, bsize } = statfsSync(disk);
      expect(bavail * bsize).toBeGreaterThan(8 * 1_048_576);

      const again = await openTenants(place);
      expect((await again.byName('harbor'))?.name).toBe('harbor');
      await again.close();
      const settings = { DATA_DIR: place };
      const file = join(folder, 'harbor.backup');
      expect(await runAlone(settings, 'tokens', 'revoke', '1')).toMatchObject({ status: 0, err: '' });
      expect(await runAlone(settings, 'backup', '--tenant', 'harbor', '--to', file)).toMatchObject({
        status: 0,
        err: '',
      });
    } finally {
      await small.close();
      spawnSync('umount', [disk]);
    }
  },
);
