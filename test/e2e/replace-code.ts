import type { Locator } from '@playwright/test';

/**
 * Replaces the whole text of a code editor. Unlike `fill`, it uses the editor's own keys. On a busy machine, `fill` inserts
 * the new text before the editor has seen the selection, and keeps the old one. Text inserted over a selection makes
 * Chromium copy its style, which the Content-Security-Policy reports.
 */
export async function replaceCode(editor: Locator, code: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.press('Delete');
  await editor.page().keyboard.insertText(code);
}
