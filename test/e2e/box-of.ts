import type { Locator } from '@playwright/test';

/** Place and size in CSS pixels. Waits, because a list replaces its first rows once more of its code has loaded. */
export async function boxOf(place: Locator) {
  for (;;) {
    const box = await place.boundingBox();
    if (box) return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    await place.waitFor();
  }
}
