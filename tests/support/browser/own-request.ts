import type { Page } from 'playwright-core';

/** One scenario of two turns. */
export const SMALL_BATCH = {
  test_batch: [
    {
      name: 'card',
      interactions: [{ user_message: 'I lost my card.' }, { user_message: 'It ends in 42.' }],
    },
  ],
};

/** Fills in the small batch, an endpoint and a model. */
export async function fillSmallRun(page: Page, endpoint: string): Promise<void> {
  await page.getByLabel('Batch', { exact: true }).fill(JSON.stringify(SMALL_BATCH));
  await page.getByLabel('Endpoint').fill(endpoint);
  await page.keyboard.press('Escape');
  await page.getByLabel('Model', { exact: true }).fill('any');
  await page.keyboard.press('Escape');
}

/** Fills in a run with an own request to this path. */
export async function describeOwnRequest(
  page: Page,
  endpoint: string,
  path: string,
): Promise<void> {
  await fillSmallRun(page, endpoint);
  await page.getByText('How to call it, history and system prompt').click();
  await page.getByLabel('How to call it').selectOption('own');
  await page.getByLabel('Path', { exact: true }).fill(path);
}

/** Places the caret after this text in the body, and clicks a placeholder. */
export async function insertPlaceholder(page: Page, name: string, after: string): Promise<void> {
  await page.getByLabel('Body', { exact: true }).evaluate((area, offset) => {
    (area as unknown as TextArea).setSelectionRange(offset, offset);
  }, after.length);
  await page.getByRole('button', { name: `{{${name}}}` }).click();
}

interface TextArea {
  setSelectionRange(start: number, end: number): void;
}
