import { expect, test } from 'vitest';
import { aClient } from '#test/builders.ts';
import { serviceForFile } from '#test/service.ts';

const service = await serviceForFile();

test('the name of a visitor’s room is shortened to the longest valid name', async () => {
  const { id } = await aClient(service.db, { title: '🚢'.repeat(255) });
  const { status, meta } = await service.send('POST', `/clients/${id}/login`);
  expect(status).toBe(200);
  const token = String(meta.access_token);
  const { records } = await service.send('GET', '/rooms', { token });
  const name = String(records[0]?.attributes?.name);
  expect(name).toMatch(/^Visitor of (🚢)+$/u);
  expect([...name]).toHaveLength(255);
  expect((await service.update('rooms', records[0]?.id ?? '', { name })).status).toBe(200);
});
