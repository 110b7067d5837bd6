import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { drafts } from '#contract/drafts.ts';
import { refreshLists } from '#src/api/cache.ts';
import { chosen, freshDesk, openOneDraft } from './render-review-desk.tsx';

beforeEach(freshDesk);

test.each([
  ['r', 'Reason', ''],
  ['e', 'Text', 'It is on its way.'],
])('text typed after %s is kept but not sent when another user decides', async (key, name, before) => {
  const { user, decisions, draft, service } = await openOneDraft('address');
  await user.keyboard(key);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: new RegExp(name) });
  await user.type(field, ' Not today.');
  const text = `${before} Not today.`;
  await service.send('PUT', `/support_draft_messages/${draft.id}/approve`, { as: 'supervisor' });
  await refreshLists(drafts);
  expect(await within(chosen()).findByText(/Someone else decided while you were typing/)).toBeTruthy();
  expect(field.isConnected && field.value).toBe(text);
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(decisions()).toEqual([]);
});
