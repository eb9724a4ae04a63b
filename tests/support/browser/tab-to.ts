import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** More than any screen has. */
const MAX_STOPS = 60;

/** Moves the focus to a part of the page by the Tab key. */
export async function tabTo(page: Page, part: Locator): Promise<void> {
  await part.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if ((await part.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${String(part)} is not reached in ${MAX_STOPS} stops`);
}
