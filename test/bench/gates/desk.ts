import { execFileSync } from 'node:child_process';
import { openTenants } from '#server/access/tenants.ts';
import { mintToken } from '#server/access/tokens.ts';
import { sendTo } from '../../api-client.ts';
import { type Cluster, startCluster } from '../../postgres/cluster.ts';
import { makeDataDir, removeDataDir, type ServiceProcess, startService } from '../../service-process.ts';

/** A service in its own process, with one tenant of many rows. */
export interface Desk {
  engine: 'SQLite' | 'PostgreSQL';
  service: ServiceProcess;
  token: string;
  /** Undefined on SQLite. */
  cluster: Cluster | undefined;
  /** Restarts the service after it has ended. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

const ROOMS_PER_DRAFT = 0.1;

/** Creates a tenant with `drafts` drafts, and starts the service on it. */
export async function startDesk(engine: Desk['engine'], drafts: number): Promise<Desk> {
  const dataDir = makeDataDir();
  const cluster = engine === 'PostgreSQL' ? await startCluster(true) : undefined;
  const settings: Record<string, string> = {
    DEMO: '0',
    LOG_LEVEL: 'fatal',
    ...(cluster && { DATABASE_URL: cluster.url }),
  };
  const tenants = await openTenants(cluster?.url ?? dataDir);
  const { db } = await tenants.add('harbor', ['127.0.0.1']);
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings };
  const size = ['--rooms', String(Math.ceil(drafts * ROOMS_PER_DRAFT)), '--drafts', String(drafts)];
  execFileSync(process.execPath, ['scripts/seed.ts', ...size], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const { id: userId } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  const token = await mintToken(db, { userId, role: 'admin', roomId: null, expiresAtUnix: null });
  await tenants.close();
  const desk: Desk = {
    engine,
    service: await startService(dataDir, settings),
    token,
    cluster,
    restart: async () => {
      desk.service = await startService(dataDir, settings);
    },
    remove: async () => {
      await desk.service.end('SIGKILL');
      await cluster?.remove();
      removeDataDir(dataDir);
    },
  };
  return desk;
}

/** Sends a request to the API and reads the whole response; returns the duration in milliseconds. */
export async function timed({ service, token }: Desk, path: string, attributes?: object) {
  const askedAt = performance.now();
  const data = attributes && { type: path, attributes };
  const answer = await sendTo(service, token, attributes ? 'POST' : 'GET', `/${path}`, data);
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - askedAt };
}
