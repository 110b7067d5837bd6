import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService, type TestService } from '#test/service.ts';

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

const write = (key_name = 'x', suggestions = '') =>
  service.send('POST', '/master_keywords', {
    body: { data: { type: 'master_keywords', attributes: { key_name, suggestions } } },
  });

test('a write waits for another process without keeping anybody else waiting', async () => {
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

test('a write that has waited for too long is refused, and nothing of it stays', async () => {
  other.exec('begin immediate');
  const { status, headers, errors } = await write();
  expect([status, headers.get('retry-after'), errors[0]?.title]).toEqual([503, '1', 'Service Unavailable']);
  other.exec('rollback');
  expect((await service.send('GET', '/master_keywords')).meta.record_count).toBe(0);
  expect((await write()).status).toBe(201);
});

/** Whether this user may mount a small tmpfs. */
function canMount() {
  const place = mkdtempSync(join(tmpdir(), 'countersign-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', place]).status === 0;
  if (isMounted) spawnSync('umount', [place]);
  rmSync(place, { recursive: true });
  return isMounted;
}

test.skipIf(!canMount())('on an almost full disk writes are refused, reads go on, and space heals it', async () => {
  const disk = join(folder, 'disk');
  const mounted = spawnSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=40m none ${disk}`]);
  expect(mounted.status).toBe(0);
  const small = await createService({}, join(disk, 'data'));
  const writeThere = (key_name: string) =>
    small.send('POST', '/master_keywords', {
      body: { data: { type: 'master_keywords', attributes: { key_name, suggestions: 'x'.repeat(60_000) } } },
    });
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
});
