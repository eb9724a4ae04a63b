import axe from 'axe-core';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { THEMES } from './take-screenshot.ts';

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Asserts that axe finds no violation on the page. Only colours depend on the theme: `THEMES` has the tested ones. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // Injected through the debugger, because the page's content security policy refuses foreign scripts.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violationsOn(page), [], `${where}, ${colorScheme}`);
  }
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
