import { type DashboardDesk, openDashboardDesk } from './dashboard-desk.ts';
import { dashboardSection, type Visits } from './dashboard-section.ts';
import { countDrafts, reviewer, setQueue } from './drafts-to-review.ts';
import { SETTING_NAMES, type SettingName } from './setting.ts';
import { type Expected, proveUsable, visit } from './visit.ts';

/** Size of the measurement. */
export interface DashboardEffort {
  /** Visits per page and setting. */
  runs: number;
}

/** The dashboard's page size. */
const QUEUE_ROWS = 100;
const LETTER = 'v';
const OWN_ROWS = 50;

/** Visits the dashboard and the floors in rotation, in Chromium on the real service; resolves with its section. */
export async function measureDashboard({ runs }: DashboardEffort): Promise<string> {
  const desk = await openDashboardDesk();
  try {
    for (const subject of desk.subjects) {
      await setQueue(desk.service, QUEUE_ROWS);
      await proveUsable(desk.browser, desk.signedIn, subject);
    }
    const visits: Visits = { plain: {}, slow: {} };
    for (let run = 0; run < runs; run += 1) {
      for (const setting of SETTING_NAMES) await visitAll(desk, setting, run, visits);
      console.log(`The dashboard and its floors were visited ${run + 1} of ${runs} times.`);
    }
    return dashboardSection(visits);
  } finally {
    await desk.close();
  }
}

/** Rotates the order with each run, so that no subject always starts. */
async function visitAll(desk: DashboardDesk, setting: SettingName, run: number, visits: Visits) {
  const { service, browser, signedIn, subjects } = desk;
  const into = visits[setting];
  const from = run % subjects.length;
  for (const subject of [...subjects.slice(from), ...subjects.slice(0, from)]) {
    await setQueue(service, QUEUE_ROWS);
    const visited = await visit(browser, signedIn, subject, setting, await expectedRows(service));
    into[subject.name] = [...(into[subject.name] ?? []), visited];
  }
}

async function expectedRows(service: DashboardDesk['service']): Promise<Expected> {
  const own = await countDrafts(service, `filter[created_user_id]=${reviewer(service).user_id}`);
  const found = await countDrafts(service, `filter[in_review]=1&filter[content_or_room_name_like]=${LETTER}`);
  return { letter: LETTER, queue: QUEUE_ROWS, found, secondPage: Math.min(own - OWN_ROWS, OWN_ROWS) };
}
