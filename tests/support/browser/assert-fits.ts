import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findOverlaps } from './find-overlaps.ts';
import { takeScreenshot } from './take-screenshot.ts';

const OVER = 'document.documentElement.scrollWidth - window.innerWidth';
/** Charts and tables measure themselves in one frame and are drawn in the next. */
const REDRAWN =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';
/** Parts that scroll sideways but have no name or cannot be reached by keyboard. */
const UNREACHABLE = `[...document.querySelectorAll('main *')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
  .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowX))
  .filter((part) => part.tagName !== 'TEXTAREA')
  .filter((part) => part.tabIndex < 0 || !(part.ariaLabel || part.getAttribute('aria-labelledby')))
  .map((part) => part.outerHTML.slice(0, 160))`;

const TO_END = 'window.scrollTo(0, document.documentElement.scrollHeight)';

/** What does not fit the width of the page: sideways scrolling, parts that a keyboard cannot reach, texts that overlap. */
async function findProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(REDRAWN);
  const over = await page.evaluate<number>(OVER);
  const unreachable = await page.evaluate<readonly string[]>(UNREACHABLE);
  const overlaps = await findOverlaps(page);
  // A bar that stays in view must cover nothing at the end of the page.
  await page.evaluate(TO_END);
  const atEnd = await findOverlaps(page);
  await page.evaluate('window.scrollTo(0, 0)');
  return [
    ...(over > 0 ? [`the page scrolls sideways by ${over} pixels`] : []),
    ...unreachable.map((part) => `scrolls sideways without a name or focus: ${part}`),
    ...overlaps.map((texts) => `lie on each other: ${texts}`),
    ...atEnd.map((texts) => `lie on each other at the end of the page: ${texts}`),
  ];
}

/** A desktop, a tablet and a phone. */
export const WIDTHS = [1440, 1024, 390] as const;

/** Asserts that the page fits every width, and takes pictures of it. It ends at the narrowest width. */
export async function assertFits(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1000 });
    assert.deepEqual(await findProblems(page), [], `${name} at ${width} pixels`);
    await takeScreenshot(page, `${name.replaceAll(' ', '-')}-${width}`);
  }
}
