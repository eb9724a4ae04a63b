import type { Page } from 'playwright-core';
import { waitForVisible } from '../browser/wait-for-visible.ts';

/** Fills in the form of a new run: all samples, this endpoint and this model. */
export async function composeRun(page: Page, endpoint: string, model: string): Promise<void> {
  await page.getByRole('button', { name: 'Sample' }).click();
  await page.getByRole('menuitem', { name: 'All samples' }).click();
  await waitForVisible(page.getByText('9 scenarios, 39 turns'));
  await page.getByLabel('Endpoint').fill(endpoint);
  await page.keyboard.press('Escape');
  await page.getByLabel('Model', { exact: true }).fill(model);
  await page.keyboard.press('Escape');
}
