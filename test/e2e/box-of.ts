import type { Locator } from '@playwright/test';

/** Place and size of an element, in CSS pixels. A list may be replacing its first rows, as their code has loaded. */
export async function boxOf(place: Locator) {
  for (;;) {
    const box = await place.boundingBox();
    if (box) return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    await place.waitFor();
  }
}
