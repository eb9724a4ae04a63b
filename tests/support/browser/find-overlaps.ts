import type { Page } from 'playwright-core';

const OVERLAPS = `(() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.textContent.trim() === '' || node.parentElement.closest('.sr-only')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) boxes.push([box, node]);
  }
  const found = [];
  for (const [a, one] of boxes) {
    for (const [b, other] of boxes) {
      if (one === other) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 8) found.push(one.textContent.slice(0, 20) + ' / ' + other.textContent.slice(0, 20));
    }
  }
  return found;
})()`;

/** Texts of the page that lie on top of each other: pairs of their beginnings. */
export function findOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(OVERLAPS);
}
