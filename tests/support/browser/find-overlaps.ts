import type { Page } from 'playwright-core';

/**
 * Clips boxes to the visible parts of scrolling and clipping ancestors: a text scrolled out of view overlaps nothing.
 */
const OVERLAPS = `(() => {
  const clip = (box, element) => {
    let { left, right, top, bottom } = box;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (style.display === 'inline' && !(at instanceof SVGElement)) continue;
      const frame = at.getBoundingClientRect();
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    }
    return { left, right, top, bottom };
  };
  const boxes = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.textContent.trim() === '' || parent.closest('.sr-only')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) boxes.push([clip(box, parent), node]);
  }
  const found = [];
  boxes.forEach(([a, one], at) => {
    for (const [b, other] of boxes.slice(at + 1)) {
      if (one === other) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 6) found.push(one.textContent.slice(0, 30) + ' / ' + other.textContent.slice(0, 30));
    }
  });
  return found;
})()`;

/** Returns pairs of overlapping texts of the page, each by its start. */
export function findOverlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(OVERLAPS);
}
