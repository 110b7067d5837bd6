import { expect, type Locator, type Page } from '@playwright/test';
import { personOf, type ServiceProcess, startDemo } from '../service-process.ts';
import { test as journey, serviceOfWorker } from './journey.ts';
import {
  chosen,
  draftRow,
  draftText,
  inDatabase,
  keepSettings,
  lines,
  openFirst,
  openId,
  outbox,
  outboxIsEmpty,
  queue,
} from './review-desk.ts';
import { fingerOn, middleOf, type Point } from './touch.ts';

/** Pixels that a button may move from one decision to the next. */
const MOST_MOVED = 40;

/** A service with enough open drafts for all tests here. It outlives their pages, which poll until they close. */
const test = journey.extend<object, { service: ServiceProcess }>({
  service: serviceOfWorker(async () => {
    const service = await startDemo();
    service.seed('--rooms', '300', '--drafts', '4000');
    return service;
  }),
});

// One after the other, because these heaviest of all tests share one service.
test.describe.configure({ mode: 'default', timeout: 240_000 });

interface Verdict {
  status: 'approved' | 'rejected';
  comment: string | null;
  /** The text of the draft, if it was edited. */
  text?: string;
}
const APPROVED: Verdict = { status: 'approved', comment: null };
const rejected = (comment: string): Verdict => ({ status: 'rejected', comment });

/** Long enough for an undo on a busy machine. */
const UNDO_SECONDS = 10;

/** Signs in, opens the first draft that can be decided, and records all decisions from then on. */
async function openDesk(page: Page, service: ServiceProcess) {
  const { token, user_id } = personOf(service, 'reviewer');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const [, id] = /\/support_draft_messages\/(\d+)\/(?:approve|reject)$/.exec(pathname) ?? [];
    if (id) sent.push(id);
    if (pathname.endsWith('_support_draft_messages')) sent.push(...request.postDataJSON().data.attributes.ids);
  });
  await keepSettings(page, { pollSeconds: 60, undoSeconds: UNDO_SECONDS });
  await page.goto(`/connect#token=${token}`);
  await openFirst(page);
  const decided = new Map<string, Verdict>();
  const note = (id: string, verdict: Verdict) => {
    expect(decided.has(id), `draft ${id} came again`).toBe(false);
    decided.set(id, { text: draftRow(service, id).message_content, ...verdict });
  };
  /** Waits until the page shows the draft of its address. */
  const isShown = async () => {
    // Compares the whole text, because many drafts begin alike.
    await draftText(page)
      .filter({ hasText: draftRow(service, openId(page)).message_content })
      .waitFor();
  };
  const leaves = (id: string) =>
    page
      .waitForURL((url) => !url.pathname.endsWith(`/${id}`))
      .catch((cause) => {
        throw new Error(`Decision ${decided.size + 1}, on draft ${id}, was not taken: it is still open.`, { cause });
      });
  return {
    /** Decides on the open draft, once the page shows it; then the page opens the next draft. */
    decide: async (verdict: Verdict, act: () => Promise<unknown>) => {
      const id = openId(page);
      await isShown();
      await act();
      await leaves(id);
      note(id, verdict);
    },
    /** Decides, and undoes it by the button, which returns to the draft. */
    decideAndUndo: async (act: () => Promise<unknown>, undo: (button: Locator) => Promise<unknown>) => {
      const id = openId(page);
      await isShown();
      await act();
      await leaves(id);
      await undo(outbox(page).getByRole('button', { name: 'Undo' }));
      await page.waitForURL((url) => url.pathname.endsWith(`/${id}`));
    },
    note,
    /** Expects that every decision was stored as taken, exactly once, and under the user's name. */
    isAsDecided: async (count: number) => {
      await outboxIsEmpty(page);
      const stored = [...decided.keys()].map((id) => {
        const { status, comment, message_content: text, resolved_user_id } = draftRow(service, id);
        const events = inDatabase<{ action: string; user_id: number }>(
          service,
          `select action, user_id from events where record_type = 'support_draft_messages' and record_id = ?
            and action <> 'create'`,
          id,
        );
        return [id, { status, comment, text }, String(resolved_user_id), events.map((event) => ({ ...event }))];
      });
      expect(stored).toEqual(
        Array.from(decided, ([id, verdict]) => [
          id,
          verdict,
          user_id,
          [{ action: verdict.status === 'approved' ? 'approve' : 'reject', user_id: Number(user_id) }],
        ]),
      );
      expect(stored).toHaveLength(count);
      // Playwright may report a request after its effect.
      await expect.poll(() => sent.toSorted()).toEqual([...decided.keys()].toSorted());
    },
  };
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

const button = (page: Page, name: string) => chosen(page).getByRole('button', { name, exact: true });
const reasonField = (page: Page) => chosen(page).getByRole('textbox', { name: 'Reason' });

/** Appends words to the draft's text in the open form; resolves with the whole text. */
async function addToText(page: Page, words: string): Promise<string> {
  const field = chosen(page).getByRole('form', { name: 'Edit' }).getByRole('textbox', { name: 'Text' });
  await expect(field).toBeFocused();
  const text = (await field.inputValue()) + words;
  await page.keyboard.type(words);
  await expect(field).toHaveValue(text);
  return text;
}

/** Approves the selected drafts in the dialog that shows them. */
async function approveSelected(
  page: Page,
  { note }: Desk,
  ids: readonly string[],
  press: (target: Locator) => Promise<unknown>,
) {
  const name = `Approve ${ids.length}`;
  await press(page.getByRole('button', { name, exact: true }));
  const dialog = page.getByRole('dialog', { name: `${name} drafts` });
  // Counts direct items only, because the checks of each draft are lists as well.
  await expect(dialog.getByRole('list', { name: 'Drafts' }).locator('> li')).toHaveCount(ids.length);
  await press(dialog.getByRole('button', { name, exact: true }));
  await expect(dialog).toBeHidden();
  for (const id of ids) note(id, APPROVED);
}

/** Rows of the queue that can be selected. */
const selectable = (page: Page) => lines(page).filter({ has: page.getByRole('checkbox') });
const idOf = async (row: Locator) =>
  /\/review\/(\d+)/.exec((await row.getByRole('link').getAttribute('href')) ?? '')?.[1] ?? '';

test('fifty drafts are decided by keyboard, each as intended', async ({ page, service }) => {
  const { decide, isAsDecided } = await openDesk(page, service);
  const reason = reasonField(page);
  for (let number = 1; number <= 50; number++) {
    if (number % 5 !== 0) await decide(APPROVED, () => page.keyboard.press('a'));
    else if (number % 10 !== 0) {
      await decide(rejected('Wrong information'), async () => {
        await page.keyboard.press('r');
        await expect(reason).toBeFocused();
        await page.keyboard.press('1');
      });
    } else {
      await decide(rejected(`Too long, reason ${number}`), async () => {
        await page.keyboard.press('r');
        await expect(reason).toBeFocused();
        await page.keyboard.type(`Too long, reason ${number}`);
        await page.keyboard.press('Control+Enter');
      });
    }
  }
  await isAsDecided(50);
});

test('fifty drafts are decided by mouse, with buttons that hardly move between drafts', async ({ page, service }) => {
  const desk = await openDesk(page, service);
  const { decide, decideAndUndo, isAsDecided } = desk;
  const places = new Map<string, Point>();
  /** Presses a button of the bar, which must be where it was for the previous draft. */
  const press = async (name: string) => {
    const at = await middleOf(button(page, name));
    const before = places.get(name) ?? at;
    expect(Math.hypot(at.x - before.x, at.y - before.y), `${name} has moved`).toBeLessThan(MOST_MOVED);
    places.set(name, at);
    await page.mouse.click(at.x, at.y);
  };
  const approve = () => press('Approve');
  for (let number = 1; number <= 40; number++) {
    const words = `Reason ${number}.`;
    if (number % 10 === 3) {
      await decide(rejected('Wrong tone'), async () => {
        await press('Reject');
        await button(page, 'Wrong tone').click();
      });
    } else if (number % 10 === 6) {
      await decide(rejected(words), async () => {
        await press('Reject');
        await expect(reasonField(page)).toBeFocused();
        await page.keyboard.type(words);
        await button(page, 'Send rejection').click();
      });
    } else if (number % 10 === 8) {
      const verdict = { ...APPROVED };
      await decide(verdict, async () => {
        await press('Edit');
        Object.assign(verdict, { text: await addToText(page, ` Added ${number}.`) });
        await button(page, 'Approve with edits').click();
      });
    } else {
      if (number % 10 === 0) await decideAndUndo(approve, (undo) => undo.click());
      await decide(APPROVED, approve);
    }
  }
  for (const _ of [1, 2]) {
    const ids: string[] = [];
    for (let place = 1; place <= 5; place++) {
      const row = selectable(page).nth(place);
      ids.push(await idOf(row));
      await row.hover();
      await row.getByRole('checkbox').click();
    }
    await expect(queue(page)).toContainText('5 selected');
    await approveSelected(page, desk, ids, (target) => target.last().click());
    await expect(queue(page)).not.toContainText('selected');
  }
  await isAsDecided(50);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('thirty drafts are decided by thumb', async ({ page, service }) => {
    const desk = await openDesk(page, service);
    const { decide, decideAndUndo, isAsDecided } = desk;
    const finger = await fingerOn(page);
    const tap = async (target: Locator) => {
      // Waits until the target is stable and uncovered.
      await target.click({ trial: true });
      await finger.tap(await middleOf(target));
    };
    const approve = () => tap(button(page, 'Approve'));
    const swipe = async (by: 190 | -190) => {
      await button(page, 'Approve').click({ trial: true });
      await finger.swipe({ x: 195, y: 300 }, { x: 195 + by, y: 300 });
    };
    const sheet = page.getByRole('dialog', { name: 'Reason for rejecting' });
    const reject = async () => {
      await swipe(-190);
      await tap(sheet.getByRole('button', { name: 'Wrong tone' }));
    };
    for (let number = 1; number <= 25; number++) {
      const words = `Reason ${number}.`;
      if ([2, 5].includes(number % 10)) await decide(APPROVED, () => swipe(190));
      else if (number % 10 === 3) await decide(rejected('Wrong tone'), reject);
      else if (number % 10 === 6) {
        await decideAndUndo(() => swipe(190), tap);
        await decide(rejected('Wrong tone'), reject);
      } else if (number % 10 === 9) {
        await decideAndUndo(reject, tap);
        await decide(APPROVED, () => swipe(190));
      } else if (number % 10 === 8) {
        await decide(rejected(words), async () => {
          await tap(button(page, 'Reject'));
          await tap(sheet.getByRole('button', { name: 'Other reason…' }));
          await expect(reasonField(page)).toBeFocused();
          await page.keyboard.type(words);
          await tap(button(page, 'Send rejection'));
        });
      } else if (number % 10 === 0) {
        const verdict = { ...APPROVED };
        await decide(verdict, async () => {
          await tap(button(page, 'Edit'));
          Object.assign(verdict, { text: await addToText(page, ` Added ${number}.`) });
          await tap(button(page, 'Approve with edits'));
        });
      } else await decide(APPROVED, approve);
    }
    await tap(page.getByRole('link', { name: 'Back to the queue' }));
    const ids: string[] = [];
    for (let place = 0; place < 5; place++) {
      const row = selectable(page).nth(place);
      ids.push(await idOf(row));
      if (place > 0) await tap(row);
      else {
        await finger.down(await middleOf(row));
        await expect(queue(page)).toContainText('1 selected');
        await finger.up();
      }
      await expect(queue(page)).toContainText(`${place + 1} selected`);
    }
    await approveSelected(page, desk, ids, tap);
    await isAsDecided(30);
  });
});
