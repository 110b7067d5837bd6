import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { makeDataDir, personOf, removeDataDir, type ServiceProcess, startService } from '../service-process.ts';
import { test as journey } from './journey.ts';
import { chosen, draftRow, keepSettings, openFirst, openId, outboxIsEmpty } from './review-desk.ts';
import { middleOf } from './touch.ts';

/** Pixels that the pointer may move from one decision to the next. */
const MOST_MOVED = 40;

const DOUBLE_TAP_MS = 600;

/** A service of its own, with more drafts than the demo has. */
const test = journey.extend<{ busy: ServiceProcess }>({
  // Playwright reads a fixture's dependencies from this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: none are needed here
  busy: async ({}, use) => {
    const dataDir = makeDataDir();
    const service = await startService(dataDir, { DEMO: '1' });
    execFileSync(process.execPath, ['scripts/seed.ts', '--tenant', 'harbor', '--rooms', '300', '--drafts', '2000'], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    await use(service);
    await service.end('SIGTERM');
    removeDataDir(dataDir);
  },
});

type Verdict = Pick<ReturnType<typeof draftRow>, 'status' | 'comment'>;
const APPROVED: Verdict = { status: 'approved', comment: null };

/** Opens the first draft that can be decided, and follows what is decided from then on. */
async function openDesk(page: Page, busy: ServiceProcess) {
  const { token, user_id } = personOf(busy, 'reviewer');
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/support_draft_messages\/(\d+)\/(?:approve|reject)$/.exec(new URL(request.url()).pathname) ?? [];
    if (id) sent.push(id);
  });
  await keepSettings(page, { pollSeconds: 60 });
  await page.goto(`${busy.origin}/connect#token=${token}`);
  await openFirst(page);
  const decided = new Map<string, Verdict>();
  return {
    /** Decides on the draft that the person reads, which has to be that of the address; the next one is opened. */
    decide: async (verdict: Verdict, act: () => Promise<unknown>) => {
      const id = openId(page);
      const text = draftRow(busy, id).message_content.trim().slice(0, 40);
      await expect(chosen(page).getByRole('article', { name: 'Draft' })).toContainText(text);
      await act();
      await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
      expect(decided.has(id), `draft ${id} came again`).toBe(false);
      decided.set(id, verdict);
    },
    /** Every decision has arrived as it was taken, once, under its person's name. */
    isAsDecided: async (count: number) => {
      await outboxIsEmpty(page);
      const stored = [...decided.keys()].map((id) => {
        const { status, comment, resolved_user_id } = draftRow(busy, id);
        return [id, { status, comment }, String(resolved_user_id)];
      });
      expect(stored).toEqual(Array.from(decided, ([id, verdict]) => [id, verdict, user_id]));
      expect(stored).toHaveLength(count);
      expect(sent.toSorted()).toEqual([...decided.keys()].toSorted());
    },
  };
}

const approveButton = (page: Page) => chosen(page).getByRole('button', { name: 'Approve', exact: true });

test('fifty drafts are decided by keyboard, each as meant', async ({ page, busy }) => {
  const { decide, isAsDecided } = await openDesk(page, busy);
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

test('fifty drafts are approved by mouse, which hardly moves', async ({ page, busy }) => {
  const { decide, isAsDecided } = await openDesk(page, busy);
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

  test('thirty drafts are approved by thumb', async ({ page, busy }) => {
    const { decide, isAsDecided } = await openDesk(page, busy);
    for (let number = 1; number <= 30; number++) {
      await decide(APPROVED, () => approveButton(page).tap());
      // Sooner, it would be a double tap, which decides on one draft only.
      await page.waitForTimeout(DOUBLE_TAP_MS);
    }
    await isAsDecided(30);
  });
});
