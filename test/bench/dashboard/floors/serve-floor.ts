import { registerDashboard } from '#server/dashboard.ts';
import { readEnv } from '#server/settings/env.ts';
import { startService } from '#server/start-service.ts';

/** The service, serving the pages in the folder `FLOOR` instead of the dashboard. */
const env = readEnv(process.env);
const { app, close } = await startService(env);
await registerDashboard(app, process.env.FLOOR ?? '');
console.log(`Floor at ${await app.listen({ host: env.host, port: env.port })}`);
process.on('SIGTERM', async () => {
  await app.close();
  await close();
  process.exit(0);
});
