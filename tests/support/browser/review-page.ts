import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { tabTo } from './tab-to.ts';
import { waitForVisible } from './wait-for-visible.ts';

/** Fills the form of the Review tab and starts the queue, with the keyboard alone. */
export async function startReview(page: Page, name: string, total: number): Promise<void> {
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(name);
  await tabTo(page, page.getByLabel('Conversations'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(String(total));
  await page.keyboard.press('Enter');
  await waitForLabelled(page, 0, total);
}

/** Waits until the page says that this many conversations have labels. */
export async function waitForLabelled(page: Page, labelled: number, total: number): Promise<void> {
  const words = page.getByRole('status').getByText(`${labelled} of ${total}`, { exact: true });
  await waitForVisible(words);
}

/** The conversation to label, and everything that the page contains. */
export interface ShownConversation {
  readonly heading: string;
  readonly html: string;
  readonly text: string;
}

export async function lookAtConversation(page: Page): Promise<ShownConversation> {
  await page.locator('h2:focus').waitFor();
  return page.evaluate<ShownConversation>(`({
    heading: document.querySelector('h2:focus').textContent,
    html: document.documentElement.outerHTML,
    text: document.querySelector('main').innerText,
  })`);
}

/** Labels one conversation after the other; the ones before `from` have labels already. */
export async function labelConversations(
  page: Page,
  keys: readonly string[],
  { from, total }: { readonly from: number; readonly total: number },
): Promise<void> {
  for (const [at, key] of keys.entries()) {
    const labelled = from + at + 1;
    const { heading } = await lookAtConversation(page);
    assert.match(heading, new RegExp(`^Conversation ${labelled}: `));
    await page.keyboard.press(key);
    await waitForLabelled(page, labelled, total);
    await page.keyboard.press('j');
  }
}
