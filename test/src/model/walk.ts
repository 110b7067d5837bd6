import { vi } from 'vitest';
import { asRecord } from '#src/lib/json.ts';
import { aDraft, aKeyword, aRoom } from '#test/builders.ts';
import type { TestService } from '#test/service.ts';
import { type Browser, startBrowser, type Tab } from './browser.ts';
import {
  differences,
  type KnownDraft,
  type KnownKeyword,
  leavePage,
  nothingTyped,
  owed,
  release,
  type Taken,
  type Typed,
  type,
} from './model.ts';
import { type Network, startNetwork } from './network.ts';
import type { KeywordForm } from './program.ts';
import { DRAFTS, type Step, TABS } from './step.ts';

interface World {
  service: TestService;
  browser: Browser;
  network: Network;
  tabs: Tab[];
  forms: Map<Tab, KeywordForm>;
  drafts: KnownDraft[];
  keyword: KnownKeyword;
}

/** Runs the steps in a browser with two tabs, settles everything, and returns the contradictions. */
export async function takeWalk(service: TestService, steps: readonly Step[]): Promise<string[]> {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const world = await startWorld(service);
  let index = 0;
  for (const step of steps) {
    await take(world, step, index++);
    await world.browser.settle();
  }
  await comeToEnd(world);
  const found = await compare(world);
  for (const tab of world.tabs) world.browser.kill(tab);
  return found;
}

async function startWorld(service: TestService): Promise<World> {
  const drafts: KnownDraft[] = [];
  for (let number = 0; number < DRAFTS; number++) {
    const room = await aRoom(service.db, { name: `Room ${number}` });
    const { id, version } = await aDraft(service.db, { room_id: room.id, created_user_id: service.userIds.agent });
    const known = { taken: [], typed: nothingTyped(), colleague: undefined };
    drafts.push({ id: String(id), roomId: String(room.id), version, ...known });
  }
  const { id } = await aKeyword(service.db, { key_title: 'as it was' });
  const keyword = { id: String(id), acknowledged: 'as it was', sent: new Set<string>(), typed: nothingTyped() };
  const browser = startBrowser();
  const network = startNetwork(browser, service);
  vi.stubGlobal('fetch', network.fetch);
  const world: World = { service, browser, network, tabs: [], forms: new Map(), drafts, keyword };
  for (let name = 0; name < TABS; name++) world.tabs.push(await openTab(world, name));
  return world;
}

/** Opens a page and loads its data, unless the network fails. */
async function openTab(world: World, name: number, session?: Map<string, string>): Promise<Tab> {
  const { browser, service, drafts, keyword, forms } = world;
  const tab = await browser.open(name, session);
  const { program } = tab;
  browser.inTab(tab, () => {
    if (!program.connection.get()) program.signIn(service.origin, service.tokens.admin);
    program.onOutcome((entries, failures) => {
      for (const { draftId } of entries) noteTold(world, draftId, name, toldBy(failures, draftId));
    });
    for (const { id } of drafts) void program.look(id).catch(() => undefined);
    const opened = program.openKeyword(keyword.id);
    opened.then((form) => forms.set(tab, form)).catch(() => undefined);
  });
  await browser.settle();
  return tab;
}

function toldBy(failures: Readonly<Record<string, unknown>>, draftId: string): Taken['told'] {
  if (!Object.hasOwn(failures, draftId)) return 'done';
  const failure = asRecord(failures[draftId]);
  return failure?.isOutcomeUnknown === true ? 'unknown' : 'failed';
}

function noteTold({ drafts, tabs }: World, draftId: string, tab: number, told: Taken['told']) {
  const draft = drafts.find(({ id }) => id === draftId);
  const last = draft?.taken.at(-1);
  if (!draft || !last) throw new Error(`${told} was told of ${draftId}, about which nothing was decided.`);
  last.told = told;
  if (told !== 'done') return;
  // The decision submits this page's reason, including one that was restored from storage.
  draft.typed.inTabs.delete(tab);
  release(draft.typed, last.comment);
  release(draft.typed, tabs[tab]?.program.reasonOf(draftId).found ?? '');
}

async function take(world: World, step: Step, index: number): Promise<void> {
  const { browser, network, drafts } = world;
  const tab = 'tab' in step ? world.tabs[step.tab] : undefined;
  const draft = 'draft' in step ? drafts[step.draft] : undefined;
  if (step.does === 'wait') await browser.pass(step.ms);
  if (step.does === 'go offline' || step.does === 'go online') network.setOffline(step.does === 'go offline');
  if (step.does === 'fault') network.arm(step.fault, step.isForWrites);
  if (step.does === 'sign in') signInAgain(world);
  if (step.does === 'colleague decides' && draft) await colleagueDecides(world, draft, step.kind);
  if ((step.does === 'reload' || step.does === 'crash') && tab) await replace(world, tab, step.does === 'crash');
  else if (tab) browser.inTab(tab, () => act(world, step, tab, draft, `${step.does} ${index}`));
}

/** Steps that happen synchronously within a page. */
function act(world: World, { does }: Step, tab: Tab, draft: KnownDraft | undefined, text: string): void {
  const { keyword, forms } = world;
  const { program, name } = tab;
  const form = forms.get(tab);
  if (does === 'edit title' && form) {
    form.type(text);
    type(keyword.typed, name, text, form.found, Date.now());
  }
  if (does === 'undo') for (const { draftId } of program.undoLast()) noteTold(world, draftId, name, 'undone');
  if (does === 'save' && form?.isChanged()) void save(keyword, form);
  if (!draft) return;
  if (does === 'look') void program.look(draft.id).catch(() => undefined);
  if (does === 'type') {
    const { store, found } = program.reasonOf(draft.id);
    store.write(text);
    type(draft.typed, name, text, found, Date.now());
  }
  if (does === 'approve' || does === 'reject') {
    const reason = draft.typed.inTabs.get(name)?.text || program.reasonOf(draft.id).found || 'No.';
    const comment = does === 'reject' ? reason : '';
    if (program.decide(draft.id, does, comment)) draft.taken.push({ kind: does, comment, tab: name, told: 'nothing' });
  }
}

async function save(keyword: KnownKeyword, form: KeywordForm): Promise<void> {
  keyword.sent.add(form.text());
  const title = await form.save();
  if (title === undefined) return;
  keyword.acknowledged = title;
  keyword.sent.clear();
  release(keyword.typed, title);
}

async function colleagueDecides({ service }: World, draft: KnownDraft, kind: 'approve' | 'reject'): Promise<void> {
  const before = await service.send('GET', `/support_draft_messages/${draft.id}`);
  const answer = await service.send('PUT', `/support_draft_messages/${draft.id}/${kind}`, { as: 'supervisor' });
  if (before.record.attributes?.status !== 'in_review' || answer.status !== 200) return;
  draft.colleague = String(answer.record.attributes?.status);
}

/** Reloads the page, or crashes and reopens it, in the same tab. */
async function replace(world: World, tab: Tab, isCrash: boolean): Promise<void> {
  const { browser, drafts, keyword, forms } = world;
  const { name, session } = tab;
  for (const { typed, taken } of drafts) {
    leavePage(typed, name, Date.now(), isCrash);
    for (const each of taken) if (each.tab === name && each.told === 'nothing') each.told = 'gone';
  }
  leavePage(keyword.typed, name, Date.now(), isCrash);
  if (isCrash) browser.kill(tab);
  else browser.leave(tab);
  forms.delete(tab);
  await browser.settle();
  world.tabs[name] = await openTab(world, name, session);
}

function signInAgain({ browser, tabs, service: { origin, tokens } }: World): void {
  for (const tab of tabs) browser.inTab(tab, () => tab.program.answerQuestion(origin, tokens.admin));
}

/** Heals the network, signs in wherever prompted, and sends what closed pages left in the outbox. */
async function comeToEnd(world: World): Promise<void> {
  const { browser, network, tabs } = world;
  network.heal();
  for (let round = 0; round < 3; round++) {
    signInAgain(world);
    await browser.pass(40_000);
    for (const tab of tabs) {
      const { findOrphans, claimDecisions } = tab.program;
      browser.inTab(tab, () => void findOrphans().then(claimDecisions, () => undefined));
      await browser.pass(10_000);
    }
  }
}

async function compare({ service, drafts, keyword }: World): Promise<string[]> {
  const found: string[] = [];
  const pending = localStorage.getItem('countersign.outbox');
  if (pending) found.push(`the outbox is not empty: ${pending}`);
  for (const draft of drafts) {
    const stored = await service.db
      .selectFrom('support_draft_messages')
      .select(['status', 'comment', 'version'])
      .where('id', '=', Number(draft.id))
      .executeTakeFirstOrThrow();
    const { messages } = await service.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('messages'))
      .where('room_id', '=', Number(draft.roomId))
      .executeTakeFirstOrThrow();
    found.push(...differences(draft, { ...stored, messages }));
    found.push(...missing(draft.typed, `reject.${draft.id}`));
  }
  const { key_title } = await service.db
    .selectFrom('master_keywords')
    .select('key_title')
    .where('id', '=', Number(keyword.id))
    .executeTakeFirstOrThrow();
  const titles = [keyword.acknowledged, ...keyword.sent];
  if (!titles.includes(key_title ?? '')) found.push(`the title is ${key_title}, and not one of ${titles.join(', ')}`);
  return [...found, ...missing(keyword.typed, `master_keywords.${keyword.id}.form`)];
}

/** Unacknowledged drafts of a form that are missing from storage. */
function missing(typed: Typed, name: string): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.endsWith(`.${name}`) || key.endsWith(`.${name}~others`));
  const kept = keys.map((key) => localStorage.getItem(key)).join();
  return owed(typed)
    .filter((text) => !kept.includes(text))
    .map((text) => `“${text}” is not kept for ${name}, but ${kept}`);
}
