import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Where pictures for people go; without it none are taken. */
const FOLDER = process.env['SCREENSHOTS'];

export type Theme = 'light' | 'dark';
/** Screens differ only in their colours between the themes. So the dark theme is tested where pictures are taken. */
export const THEMES: readonly Theme[] = FOLDER === undefined ? ['light'] : ['light', 'dark'];

/** Takes a picture of the page in each theme. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  await mkdir(FOLDER, { recursive: true });
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.screenshot({ path: `${FOLDER}/${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
