import { expect, test, vi } from 'vitest';
import { traceRequests } from '#server/monitoring/tracing.ts';
import { aHeavyRoom } from '#test/builders.ts';
import { createService } from '#test/service.ts';
import { attributeOf, startCollector } from './trace-collector.ts';
import { historyOf, sendWithoutReading } from './unread-response.ts';

test('a request whose client disconnects during the response has its span, with tenant and user', async () => {
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  const service = await createService();
  traceRequests(service.app);
  const path = historyOf(await aHeavyRoom(service.db, 15));
  const { socket } = await sendWithoutReading(await service.listen(), service.tokens.agent, path);
  socket.destroy();
  const open = () => new Promise((resolve) => service.app.server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
  await service.close();

  const spans = collector.spansOf('countersign').filter(({ name }) => name.startsWith('GET '));
  expect(spans.map(({ name }) => name)).toEqual(['GET /rapi/v1/rooms/:id/history']);
  const names = ['countersign.tenant', 'user.id', 'http.response.status_code', 'error.type'];
  expect(spans.map((span) => names.map((name) => attributeOf(span, name)))).toEqual([
    ['harbor', String(service.userIds.agent), 200, 'client_disconnected'],
  ]);
});
