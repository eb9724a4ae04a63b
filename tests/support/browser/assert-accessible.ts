import axe from 'axe-core';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const IS_DARK = `matchMedia('(prefers-color-scheme: dark)').matches`;

/** Asserts that axe finds no violation on the page, in light and in dark. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // Injected through the debugger, because the page's content security policy refuses foreign scripts.
  await page.evaluate(axe.source);
  assert.deepEqual(await violationsOn(page), [], where);
  if (await page.evaluate<boolean>(IS_DARK)) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violationsOn(page), [], `${where}, in the dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function violationsOn(page: Page): Promise<readonly string[]> {
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(TAGS)} }).then(({ violations }) => violations)`,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
}
