import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { findOverlaps } from '../support/browser/find-overlaps.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { startToolEndpoint, TOOL_BATCH } from '../support/data/tool-checks.ts';
import type { Stub } from '../support/stubs/start-stub.ts';

describe('tools checks in the console', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let runId: string;

  before(async () => {
    environment = await openConsole();
    endpoint = await startToolEndpoint();
    runId = await run();
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  async function run(): Promise<string> {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: `${endpoint.url}/v1`,
      test_name: 'tool calls',
      test_batch: TOOL_BATCH,
    });
    return run_id;
  }

  it('show expected and made calls in two columns, with each mark in words', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/0`);
    const { page } = tab;
    const rows = await readRows(tableOf(page, 'tools "block"'));
    const [first, ...rest] = rows;
    assert.deepEqual(first, ['Expected', 'Made']);
    assert.deepEqual(
      rest.map(([expected, made]) => [expected, made?.replace(/The customer .*…/, '…')]),
      [
        ['verify_identity any arguments', '✓ as expected verify_identity {"code":"1234"}'],
        ['none', '· also called search {"q":"card"}'],
        ['none', '✗ forbidden delete_account {}'],
        [
          'block_card {"card":"4471"}',
          '≠ other arguments: card ! failed block_card {"note":"…,"card":"9"} Show all 681 characters',
        ],
        ['order_card {"express":true}', '✗ not called'],
      ],
    );
    assertNoFaults(tab);
  });

  it('mark the arguments that differ, and show long arguments in full when they are expanded', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/0`);
    const table = tableOf(tab.page, 'tools "block"');
    await table.getByRole('button', { name: /^Show all/ }).click();
    await table.getByRole('button').waitFor({ state: 'detached' });
    assert.match((await table.textContent()) ?? '', /abroad\.","card":"9"/);
    assert.deepEqual(await table.locator('mark').allTextContents(), [
      '"card":"4471"',
      '"card":"9"',
    ]);
    assertNoFaults(tab);
  });

  it('fold the calls of a check that passed, and show only the detail if calls are not reported', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/0`);
    const { page } = tab;
    const checks = page.getByRole('list', { name: 'Checks', exact: true }).locator('> li');
    await waitForVisible(checks.nth(1).getByText('Tool calls', { exact: true }));
    assert.equal(await checks.nth(1).getByRole('table').count(), 0);
    await checks.nth(1).getByText('Tool calls', { exact: true }).click();
    await checks.nth(1).getByRole('table').waitFor();
    await page.goto(`${environment.evals.url}/console/runs/${runId}/1/0`);
    await waitForVisible(checks.nth(0).getByText('the endpoint does not report tool calls'));
    assert.match((await checks.nth(0).textContent()) ?? '', /^\? not decided/);
    assert.equal(await checks.getByRole('table').count(), 0);
    assertNoFaults(tab);
  });

  it('mark a failed call in the list of the tools that were called', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/0`);
    const failed = tab.page.getByRole('listitem').filter({ hasText: /^block_card \{.*failed$/ });
    await failed.waitFor();
    assertNoFaults(tab);
  });

  it('show the calls of the whole conversation, for both runs of a comparison', async () => {
    const candidate = await run();
    const path = `/console/runs/${candidate}/0/1?baseline=${runId}`;
    await using tab = await environment.open(path, { width: 1440 });
    const { page } = tab;
    for (const name of ['baseline', 'candidate']) {
      const checks = page.getByRole('list', {
        name: `Checks on the whole conversation of the ${name}`,
      });
      const rows = await readRows(checks.getByRole('table'));
      assert.deepEqual(
        rows.slice(1).map(([expected, made]) => [expected, made?.replace(/ \{.*/, '')]),
        [
          ['verify_identity any arguments', '⇅ out of order verify_identity'],
          ['search any arguments', '✓ as expected search'],
          ['none', '+ not expected delete_account'],
          ['none', '+ not expected ! failed block_card'],
        ],
      );
    }
    await takeScreenshot(page, 'tools-check-pair-light');
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertFits(page, width);
    }
    await assertAccessible(page, 'tool calls of two runs');
    assertNoFaults(tab);
  });

  for (const width of [1440, 1024, 390]) {
    it(`fit ${width} pixels, and are accessible in both themes`, async () => {
      await using tab = await environment.open(`/console/runs/${runId}/0/0`, { width });
      const { page } = tab;
      const table = tableOf(page, 'tools "block"');
      await table.waitFor();
      await assertFits(page, width);
      await assertAccessible(page, `tool calls at ${width} pixels`);
      await table.scrollIntoViewIfNeeded();
      await takeScreenshot(page, `tools-check-${width}-light`);
      assertNoFaults(tab);
    });
  }
});

function tableOf(page: Page, check: string): Locator {
  return page.getByRole('table', { name: `Tool calls of the check ${check}` });
}

/** The texts of the cells of a table, with single spaces. */
async function readRows(table: Locator): Promise<readonly (readonly string[])[]> {
  await table.waitFor();
  const rows = await table.getByRole('row').all();
  return Promise.all(
    rows.map(async (row) => {
      const texts = await row.locator('th, td').allInnerTexts();
      return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
    }),
  );
}

async function assertFits(page: Page, width: number): Promise<void> {
  assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
  assert.deepEqual(await findOverlaps(page), []);
}
