import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTenants } from '#server/access/tenants.ts';
import { startRetention } from '#server/audit/retention.ts';
import { newPlace } from '#test/database-place.ts';

const EVENT = {
  user_id: 1,
  role: 'agent',
  request_id: null,
  record_id: null,
  fields_before: null,
  fields_after: null,
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a failure to remove the events of one tenant does not stop the removal for others', async () => {
  const tenants = await openTenants(newPlace());
  const [harbor, lumen] = [await tenants.add('harbor', ['harbor.test']), await tenants.add('lumen', ['lumen.test'])];
  await harbor.db.schema.dropTable('event_retention').execute();
  await lumen.db
    .insertInto('events')
    .values({ ...EVENT, action: 'old', record_type: 'tests', created_at_ms: 1 })
    .execute();
  const onError = vi.fn();
  const stop = startRetention(tenants, 1, onError);
  vi.advanceTimersByTime(15 * 60_000);
  await expect.poll(() => lumen.db.selectFrom('events').selectAll().execute()).toEqual([]);
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: expect.any(String) }), 'harbor']]);
  stop();
  await tenants.close();
});
