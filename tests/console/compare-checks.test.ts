import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { untilEqual } from '../support/services/until.ts';

const EQUAL = { id: 'equal', interactions: [{ user_message: 'Hello' }] };

describe('a comparison of runs with different checks or scenarios', () => {
  let environment: ConsoleEnvironment;

  before(async () => {
    environment = await openConsole();
  });
  after(() => environment[Symbol.asyncDispose]());

  /** Plays one scenario, and optionally another one that is equal in all runs. */
  const run = async (
    id: string,
    checks: readonly object[],
    others: readonly object[] = [],
  ): Promise<string> => {
    const interaction = { user_message: `My card ${id}`, reference_reply: 'It is blocked', checks };
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: 'sim/echo',
      test_batch: [{ id, interactions: [interaction] }, ...others],
    });
    return run_id;
  };

  it('lists the checks that fail more often, with links to the turns that failed them', async () => {
    const [baseline, candidate] = [
      await run('a', [{ max_words: 9, id: 'short' }], [EQUAL]),
      await run('a', [{ max_words: 1, id: 'short' }, { contains: 'card' }], [EQUAL]),
    ];
    const url = `/console/compare?runs=${baseline}.${candidate}&tab=checks`;
    await using tab = await environment.open(url);
    const { page } = tab;
    const rows = page.getByRole('row');
    await rows.nth(2).waitFor();
    assert.match(
      (await rows.nth(1).textContent()) ?? '',
      /^short.*none failed.*1 of 1 failed \(100%\).*fails more often$/,
    );
    const link = rows.nth(1).getByRole('link');
    assert.equal(await link.getAttribute('href'), `/console/runs/${candidate}?failed_check=short`);
    assert.match((await rows.nth(2).textContent()) ?? '', /^contains.*only in the candidate$/);
    await waitForVisible(page.getByText(/all scenarios of each run, including 1 that changed/));
    await assertAccessible(page, 'checks of two runs');
    assertNoFaults(tab);
  });

  it('reports that no scenario has equal content, and lists what changed', async () => {
    const [baseline, candidate] = [await run('a', []), await run('a', [{ max_words: 9 }])];
    await using tab = await environment.open(`/console/compare?runs=${baseline}.${candidate}`);
    const { page } = tab;
    await waitForVisible(page.getByText(/^The two runs have no scenario with equal content: 1/));
    const table = page.getByRole('table', { name: 'Changed scenarios: not compared' });
    await table.getByRole('row', { name: /^a checks baseline/ }).waitFor();
    const link = table.getByRole('link', { name: 'candidate of a' });
    assert.equal(await link.getAttribute('href'), `/console/runs/${candidate}/0/0`);
    assert.equal(await page.getByRole('tab').count(), 0);
    await assertAccessible(page, 'nothing equal');
    assertNoFaults(tab);
  });

  it('reports that the runs have no scenario in common, and shows the scenarios of each', async () => {
    const [baseline, candidate] = [await run('one', []), await run('another', [])];
    await using tab = await environment.open(`/console/compare?runs=${baseline}.${candidate}`);
    const { page } = tab;
    await waitForVisible(page.getByText('The two runs have no scenario in common.'));
    await untilEqual(() => page.getByRole('row').count(), 3);
    assert.equal(await page.getByRole('tab').count(), 0);
    await assertAccessible(page, 'nothing in common');
    assertNoFaults(tab);
  });
});
