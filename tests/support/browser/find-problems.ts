import type { Page } from 'playwright-core';
import { findOverlaps } from './find-overlaps.ts';

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

/** What does not fit the width of the page: sideways scrolling, parts that a keyboard cannot reach, texts that overlap. */
export async function findProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(REDRAWN);
  const over = await page.evaluate<number>(OVER);
  const unreachable = await page.evaluate<readonly string[]>(UNREACHABLE);
  const overlaps = await findOverlaps(page);
  return [
    ...(over > 0 ? [`the page scrolls sideways by ${over} pixels`] : []),
    ...unreachable.map((part) => `scrolls sideways without a name or focus: ${part}`),
    ...overlaps.map((texts) => `lie on each other: ${texts}`),
  ];
}
