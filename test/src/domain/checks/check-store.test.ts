import { expect, test, vi } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { parseList } from '#src/api/tenant/parse-document.ts';
import { checkDrafts, isFullyChecked, runChecks } from '#src/domain/checks/check-store.ts';
import { findings } from '#src/domain/checks/findings.ts';
import '../../in-process-worker.ts';

const input = { text: 'Hello {{name}}.', roomTexts: undefined, rejected: [], ownHosts: [], language: undefined };

function aCheckable() {
  const data = [{ type: drafts.type, id: '7', attributes: { message_content: input.text, created_at_unix: 100 } }];
  const answer = { status: 200, url: 'http://tenant.test/', body: { data }, location: undefined };
  const [draft] = parseList(drafts, answer, {}).rows;
  if (!draft) throw new Error('There is no draft.');
  return { draft, room: undefined, entries: [], clients: undefined, rejected: [] };
}

/** What a page's content security policy forbids. */
const forbidden = () => {
  throw new TypeError('forbidden by the policy');
};

test.each([
  ['a policy without the name of the checks', () => vi.stubGlobal('trustedTypes', { createPolicy: forbidden })],
  [
    'a policy without workers',
    () =>
      vi.stubGlobal(
        'Worker',
        class {
          constructor() {
            forbidden();
          }
        },
      ),
  ],
  ['a browser without workers', () => vi.stubGlobal('Worker', undefined)],
])('with %s nothing is checked, and nothing counts as checked', async (_, prepare) => {
  prepare();
  expect(await runChecks([input])).toBeUndefined();
  await checkDrafts([aCheckable()]);
  expect([isFullyChecked('7'), findings.get().size]).toEqual([false, 0]);
});

test('checks start again once they can', async () => {
  await checkDrafts([aCheckable()]);
  expect(isFullyChecked('7')).toBe(true);
  expect(findings.get().get('7')).toMatchObject([{ code: 'placeholder' }]);
});
