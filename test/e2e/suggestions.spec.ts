import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { boxOf } from './box-of.ts';
import { test } from './journey.ts';
import { inDatabase } from './review-desk.ts';

interface SuggestionRow {
  id: number;
  room_id: number;
  suggestion_messages_data: string;
}

test('an admin writes messages for a room, reorders them by keyboard and pointer, and saves that order', async ({
  page,
  signIn,
  service,
}) => {
  await signIn('admin', '/suggestions/new');
  const dialog = page.getByRole('dialog', { name: 'New suggestion' });
  const room = dialog.getByRole('combobox', { name: /^Room/ });
  await expect(room).toBeEditable();
  await room.fill('a');
  await page.getByRole('option').first().click();
  const contents = dialog.getByRole('textbox', { name: /^Content/ });
  for (const [index, text] of ['one', 'two', 'three'].entries()) {
    if (index > 0) await dialog.getByRole('button', { name: 'Add' }).click();
    await contents.nth(index).fill(text);
  }
  const preview = dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  const order = async () => Promise.all((await contents.all()).map((field) => field.inputValue()));

  const pickUp = async () => {
    await page.keyboard.press('Space');
    await expect(dialog.getByText('Moved to position 3 of 3.')).toBeAttached();
    // The key listeners are attached in the next task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  };

  await dialog.getByRole('button', { name: 'Reorder 3' }).focus();
  await pickUp();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText('Moved to position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Cancelled.')).toBeAttached();
  expect(await order()).toEqual(['one', 'two', 'three']);

  await pickUp();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText('Moved to position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(order).toEqual(['one', 'three', 'two']);

  const target = await boxOf(dialog.getByRole('button', { name: 'Reorder 1' }));
  await dialog.getByRole('button', { name: 'Reorder 2' }).hover();
  await page.mouse.down();
  await page.mouse.move(target.x + 5, target.y + 5, { steps: 8 });
  await expect(dialog.getByText('Moved to position 1 of 3.')).toBeAttached();
  await page.mouse.up();
  await expect.poll(order).toEqual(['three', 'one', 'two']);
  await expect(preview.first()).toContainText('three');
  await expectAccessible(page);

  const created = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await dialog.getByRole('button', { name: 'Create' }).click();
  expect((await created).status()).toBe(201);
  await expect(dialog).toBeHidden();
  const [row] = inDatabase<SuggestionRow>(service, 'select * from suggestions order by id desc limit 1');
  expect(JSON.parse(row?.suggestion_messages_data ?? '')).toMatchObject([
    { content: 'three' },
    { content: 'one' },
    { content: 'two' },
  ]);

  await page.goto('/suggestions?sort=-id');
  await page.getByRole('button', { name: 'Duplicate three' }).click();
  await expect(page.getByText('Created the copy “three”').first()).toBeVisible();
  const [copy] = inDatabase<SuggestionRow>(service, 'select * from suggestions order by id desc limit 1');
  expect(copy).toMatchObject({ room_id: row?.room_id, suggestion_messages_data: row?.suggestion_messages_data });
  expect(copy?.id).not.toBe(row?.id);
});
