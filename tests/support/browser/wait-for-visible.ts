import type { Locator } from 'playwright-core';

// Waits until at least one match is visible. A bare `waitFor()` fails as soon as there are two, so a text that the page
// also shows a moment later, in another place, would fail the test or not, depending on which moment it looks at.
export async function waitForVisible(
  matches: Locator,
  { timeout }: { timeout?: number } = {},
): Promise<void> {
  await matches
    .filter({ visible: true })
    .first()
    .waitFor(timeout === undefined ? {} : { timeout });
}
