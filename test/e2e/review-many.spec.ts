import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { makeDataDir, personOf, removeDataDir, type ServiceProcess, startService } from '../service-process.ts';
import { test as journey } from './journey.ts';
import { chosen, draftRow, draftText, keepSettings, openFirst, openId, outboxIsEmpty } from './review-desk.ts';
import { fingerOn, middleOf } from './touch.ts';

/** Pixels that the pointer may move from one decision to the next. */
const MOST_MOVED = 40;

const SEED = ['scripts/seed.ts', '--tenant', 'harbor', '--rooms', '300', '--drafts', '4000'];

/** A service with enough open drafts for all of these journeys. It outlives their pages, which poll until they close. */
const test = journey.extend<object, { service: ServiceProcess }>({
  service: [
    // Playwright reads a fixture's dependencies from this pattern.
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, even one without fixtures.
    async ({}, use) => {
      const dataDir = makeDataDir();
      const service = await startService(dataDir, { DEMO: '1' });
      execFileSync(process.execPath, SEED, { env: { ...process.env, DATA_DIR: dataDir }, timeout: 60_000 });
      await use(service);
      await service.end('SIGTERM');
      removeDataDir(dataDir);
    },
    { scope: 'worker' },
  ],
});

// One after the other: they take turns at one service, and are the heaviest there are.
test.describe.configure({ mode: 'default', timeout: 240_000 });

type Verdict = Pick<ReturnType<typeof draftRow>, 'status' | 'comment'>;
const APPROVED: Verdict = { status: 'approved', comment: null };

/** Signs in, opens the first draft that can be decided, and follows what is decided from then on. */
async function openDesk(page: Page, service: ServiceProcess) {
  const { token, user_id } = personOf(service, 'reviewer');
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/support_draft_messages\/(\d+)\/(?:approve|reject)$/.exec(new URL(request.url()).pathname) ?? [];
    if (id) sent.push(id);
  });
  await keepSettings(page, { pollSeconds: 60 });
  await page.goto(`/connect#token=${token}`);
  await openFirst(page);
  const decided = new Map<string, Verdict>();
  return {
    /** Decides on the draft that the person reads, which has to be that of the address; the next one is opened. */
    decide: async (verdict: Verdict, act: () => Promise<unknown>) => {
      const id = openId(page);
      // All of it: many drafts begin alike, and the address is ahead of the page.
      await draftText(page)
        .filter({ hasText: draftRow(service, id).message_content })
        .waitFor();
      await act();
      await page
        .waitForURL((url) => !url.pathname.endsWith(`/${id}`))
        .catch((cause) => {
          throw new Error(`Decision ${decided.size + 1}, on draft ${id}, was not taken: it is still open.`, { cause });
        });
      expect(decided.has(id), `draft ${id} came again`).toBe(false);
      decided.set(id, verdict);
    },
    /** Every decision has arrived as it was taken, once, under its person's name. */
    isAsDecided: async (count: number) => {
      await outboxIsEmpty(page);
      const stored = [...decided.keys()].map((id) => {
        const { status, comment, resolved_user_id } = draftRow(service, id);
        return [id, { status, comment }, String(resolved_user_id)];
      });
      expect(stored).toEqual(Array.from(decided, ([id, verdict]) => [id, verdict, user_id]));
      expect(stored).toHaveLength(count);
      // Playwright may report a request after its effect.
      await expect.poll(() => sent.toSorted()).toEqual([...decided.keys()].toSorted());
    },
  };
}

const approveButton = (page: Page) => chosen(page).getByRole('button', { name: 'Approve', exact: true });

test('fifty drafts are decided by keyboard, each as meant', async ({ page, service }) => {
  const { decide, isAsDecided } = await openDesk(page, service);
  const reason = chosen(page).getByRole('textbox', { name: 'Reason' });
  for (let number = 1; number <= 50; number++) {
    if (number % 5 !== 0) await decide(APPROVED, () => page.keyboard.press('a'));
    else if (number % 10 !== 0) {
      await decide({ status: 'rejected', comment: 'Wrong information' }, async () => {
        await page.keyboard.press('r');
        await expect(reason).toBeFocused();
        await page.keyboard.press('1');
      });
    } else {
      await decide({ status: 'rejected', comment: `Too long, reason ${number}` }, async () => {
        await page.keyboard.press('r');
        await expect(reason).toBeFocused();
        await page.keyboard.type(`Too long, reason ${number}`);
        await page.keyboard.press('Control+Enter');
      });
    }
  }
  await isAsDecided(50);
});

test('fifty drafts are approved by mouse, which hardly moves', async ({ page, service }) => {
  const { decide, isAsDecided } = await openDesk(page, service);
  let before = await middleOf(approveButton(page));
  for (let number = 1; number <= 50; number++) {
    await decide(APPROVED, async () => {
      const { x, y } = await middleOf(approveButton(page));
      expect(Math.hypot(x - before.x, y - before.y)).toBeLessThan(MOST_MOVED);
      before = { x, y };
      await page.mouse.click(x, y);
    });
  }
  await isAsDecided(50);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('thirty drafts are approved by thumb', async ({ page, service }) => {
    const { decide, isAsDecided } = await openDesk(page, service);
    const finger = await fingerOn(page);
    for (let number = 1; number <= 30; number++) {
      await decide(APPROVED, async () => {
        // Waits until it stands still and nothing covers it.
        await approveButton(page).click({ trial: true });
        await finger.tap(await middleOf(approveButton(page)));
      });
    }
    await isAsDecided(30);
  });
});
