import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { createRecord } from '#test/api-client.ts';
import { personOf } from '../service-process.ts';
import { expectAccessible } from './accessibility.ts';
import { holdTimers } from './held-timers.ts';
import { test } from './journey.ts';
import { inDatabase, outbox } from './review-desk.ts';

/** Starts a separate browser on a profile; `kill` ends all its processes at once. */
async function startBrowser(profile: string) {
  const { executablePath = '', args = [] } = test.info().project.use.launchOptions ?? {};
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--password-store=basic', 'about:blank'];
  // In a process group of its own, because the browser starts further processes.
  const child = spawn(executablePath, [...args, ...own], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (part) => {
      printed += part;
      const found = /DevTools listening on (ws:\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', () => reject(new Error(`The browser ended before it was ready:\n${printed}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no window.');
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await exited;
  };
  return { page: await context.newPage(), kill };
}

/** Whether a key of localStorage is on disk: the browser writes it a few seconds later. */
const isOnDisk = (profile: string, key: string) =>
  globSync(join(profile, 'Default/Local Storage/leveldb/*.log')).some((file) => readFileSync(file).includes(key));

const keyword = 'old harbour rates';
const count = 'select * from master_keywords where key_name = ?';

test('a pending deletion survives kill -9 of the browser, and is sent once', async ({ service }) => {
  const { token } = personOf(service, 'admin');
  await createRecord(service, token, { type: 'master_keywords', attributes: { key_name: keyword } });
  const profile = mkdtempSync(join(tmpdir(), 'countersign-profile-'));
  const open = async (page: Page) => {
    await holdTimers(page);
    await page.goto(`${service.origin}/connect?then=%2Fkeywords#token=${token}`);
  };
  const left = () => inDatabase(service, count, keyword).length;
  const first = await startBrowser(profile);
  let last = first;
  try {
    await open(first.page);
    await first.page.getByRole('checkbox', { name: `Select ${keyword}`, exact: true }).check();
    await first.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(outbox(first.page)).toContainText(`Deleted “${keyword}”`);
    await expect.poll(() => isOnDisk(profile, 'countersign.actions')).toBe(true);
    await first.kill();
    expect(left()).toBe(1);

    last = await startBrowser(profile);
    await open(last.page);
    const question = last.page.getByRole('alertdialog', { name: '1 unsent action' });
    await expect(question.getByRole('listitem')).toHaveText(`Delete “${keyword}”`);
    await expectAccessible(last.page);
    expect(left()).toBe(1);
    const sent: string[] = [];
    last.page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()));
    await question.getByRole('button', { name: 'Send now' }).click();
    await expect.poll(left).toBe(0);
    await expect(outbox(last.page)).toBeHidden();
    await expect.poll(() => last.page.evaluate(() => localStorage.getItem('countersign.actions'))).toBeNull();
    expect(sent).toHaveLength(1);
  } finally {
    await first.kill();
    await last.kill();
    rmSync(profile, { recursive: true, force: true });
  }
});
