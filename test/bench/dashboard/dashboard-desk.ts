import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { type ServiceProcess, startDemo } from '../../service-process.ts';
import { launchBrowser } from '../launch-browser.ts';
import { AS_SERVICE, startServer } from '../start-server.ts';
import { reviewer } from './drafts-to-review.ts';
import { buildFloor } from './floors/build-floor.ts';
import type { Subject } from './subject.ts';
import type { SignedIn } from './visit.ts';

/** The service, the baseline apps ("floors") beside it, and a browser signed in to all of them. */
export interface DashboardDesk {
  service: ServiceProcess;
  browser: Browser;
  signedIn: SignedIn;
  /** The dashboard first, then the floors it is compared with. */
  subjects: Subject[];
  close(): Promise<void>;
}

const FLOOR = fileURLToPath(new URL('floors/serve-floor.ts', import.meta.url));
/** Enough for every demo user to have several pages of drafts. */
const SEEDED_DRAFTS = 2_000;

/** Opens everything, or cleans up and throws. */
export async function openDashboardDesk(): Promise<DashboardDesk> {
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const { service, subjects } = await serveSubjects(ends);
    const browser = await launchBrowser();
    ends.push(() => browser.close());
    return { service, browser, signedIn: await signIn(browser, service), subjects, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the servers one after the other, each with its cleanup. */
async function serveSubjects(ends: (() => unknown)[]) {
  const built = mkdtempSync(join(tmpdir(), 'countersign-floors-'));
  ends.push(() => rmSync(built, { recursive: true }));
  const service = await startDemo();
  ends.push(service.close);
  service.seed('--drafts', String(SEEDED_DRAFTS));
  const ownQuery = `filter[created_user_id]=${reviewer(service).user_id}&sort=-created_at_unix&include=room,resolved_user`;
  const subjects: Subject[] = [
    {
      name: 'Dashboard',
      origin: service.origin,
      folder: 'dist',
      queuePath: '/review',
      ownDraftsPath: '/mine?sort=-created_at_unix',
    },
  ];
  for (const [floor, name] of [
    ['react', 'Bare React'],
    ['plain', 'Plain DOM'],
  ] as const) {
    const folder = join(built, floor);
    await buildFloor(floor, folder);
    // Shares the service's data, so that a session is valid on both servers.
    const settings = { PORT: '0', DATA_DIR: service.dataDir, LOG_LEVEL: 'warn', FLOOR: folder };
    const { origin, end } = await startServer('Floor', FLOOR, settings, AS_SERVICE);
    ends.push(end);
    subjects.push({ name, origin, folder, queuePath: '/', ownDraftsPath: `/?${ownQuery}&page[size]=50` });
  }
  return { service, subjects };
}

/** The session cookie, valid on every server of this data, and the dashboard's local storage. */
async function signIn(browser: Browser, service: ServiceProcess): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: service.origin });
  const page = await context.newPage();
  await page.goto(`/connect#token=${reviewer(service).token}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}
