import type { Locator } from 'playwright-core';

/**
 * Waits until at least one match is visible. `Locator.waitFor` fails if there are several, and a text can appear a
 * second time while a page is still changing, so a test that used it would depend on timing.
 */
export async function waitForVisible(
  matches: Locator,
  options?: { readonly timeout: number },
): Promise<void> {
  await matches.filter({ visible: true }).first().waitFor(options);
}
