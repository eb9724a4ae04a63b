import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { composeRun } from '../support/calls/compose-run.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { runJudgedChecks } from '../support/data/judged-checks.ts';
import { startToolEndpoint, TOOL_BATCH } from '../support/data/tool-checks.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { untilEqual } from '../support/services/until.ts';

const FOCUSED_QUOTE = `document.activeElement.tagName + ': ' + document.activeElement.textContent`;
const IS_FOCUS_IN_VIEW = `(() => {
  const { top, bottom } = document.activeElement.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

describe('checks in the console', () => {
  let simulator: Service;
  let environment: ConsoleEnvironment;
  let runId: string;

  before(async () => {
    simulator = await startService('simulator');
    const judge = { JUDGE_MODEL: 'sim/judge', JUDGE_BASE_URL: `${simulator.url}/v1` };
    environment = await openConsole(judge, simulator);
    runId = (await runJudgedChecks(environment)).run_id;
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  it('that a judge decides lead from a quote to the words in the conversation, also in an earlier turn', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/1`, { height: 500 });
    const { page } = tab;
    const reply = page.getByRole('list', { name: 'Checks', exact: true });
    await reply.getByRole('button', { name: '“Which card is it?” (turn 2)' }).click();
    await untilEqual(() => page.evaluate(FOCUSED_QUOTE), 'MARK: Which card is it?');
    const whole = page.getByRole('list', { name: 'Checks on the whole conversation' });
    await waitForVisible(whole.getByText('Says "your card is blocked"'));
    const quote = whole.getByRole('button', { name: /^“Please confirm .* \(turn 1\)$/ });
    await quote.focus();
    await page.keyboard.press('Enter');
    await untilEqual(
      () => page.evaluate(FOCUSED_QUOTE),
      'MARK: Please confirm your *identity* with the code that we sent you.',
    );
    assert.ok(await page.evaluate<boolean>(IS_FOCUS_IN_VIEW));
    assertNoFaults(tab);
  });

  it('are counted on the page of their run, and lead to the interactions that failed them', async () => {
    await using tab = await environment.open(`/console/runs/${runId}`);
    const { page } = tab;
    const checks = page.getByRole('list', { name: 'Checks' });
    await checks.getByRole('button', { name: 'failed no-date 1 of 1 failed' }).waitFor();
    await checks.getByRole('button', { name: 'pass identity-first 0 of 1 failed' }).waitFor();
    await waitForVisible(page.getByText('2 interactions', { exact: true }));
    await checks
      .getByRole('button', { name: 'failed Says "your card is blocked" 1 of 1 failed' })
      .click();
    await waitForVisible(page.getByText('1 interaction', { exact: true }));
    await page.getByRole('row', { name: /lost-card #2/ }).waitFor();
    for (const type of ['text', 'never']) {
      await page.goto(`${environment.evals.url}/console/runs/${runId}?failed_check=${type}`);
      await waitForVisible(page.getByText('1 interaction', { exact: true }));
    }
    assertNoFaults(tab);
  });

  it('of both runs of a comparison lead to the quotes in their own conversation', async () => {
    const { run_id: candidate } = await runJudgedChecks(environment);
    await using tab = await environment.open(`/console/runs/${candidate}/0/1?baseline=${runId}`);
    const { page } = tab;
    for (const name of ['baseline', 'candidate']) {
      const title = `Checks on the whole conversation of the ${name}`;
      // Before the earlier turns have arrived, a quote opens the page of its turn.
      await page.locator(`mark[data-quotes~="quote-${name}-conversation-0-0"]`).waitFor();
      await page
        .getByRole('list', { name: title })
        .getByRole('button', { name: /^“Please confirm .* \(turn 1\)$/ })
        .click();
      await untilEqual(
        () => page.evaluate(`document.activeElement.dataset.quotes`),
        `quote-${name}-conversation-0-0`,
      );
    }
    assertNoFaults(tab);
  });

  it('on tool calls show long arguments when they are expanded, and the calls of both runs of a comparison', async () => {
    await using endpoint = await startToolEndpoint();
    const asked = { endpoint: `${endpoint.url}/v1`, test_batch: TOOL_BATCH, judge: false };
    const [baseline, candidate] = [
      (await evaluate(environment.evals, asked)).run_id,
      (await evaluate(environment.evals, asked)).run_id,
    ];
    await using tab = await environment.open(`/console/runs/${candidate}/0/0`);
    const { page } = tab;
    const table = page.getByRole('table', { name: 'Tool calls of the check tools "block"' });
    await table.getByRole('button', { name: /^Show all/ }).click();
    await table.getByRole('button').waitFor({ state: 'detached' });
    assert.match((await table.textContent()) ?? '', /abroad\.","card":"9"/);
    await page
      .getByRole('listitem')
      .filter({ hasText: /^block_card \{.*failed$/ })
      .waitFor();
    await page.goto(`${environment.evals.url}/console/runs/${candidate}/0/1?baseline=${baseline}`);
    for (const name of ['baseline', 'candidate']) {
      const title = `Checks on the whole conversation of the ${name}`;
      const rows = page.getByRole('list', { name: title }).getByRole('row');
      await rows.nth(4).waitFor();
      assert.match((await rows.nth(1).textContent()) ?? '', /verify_identity.*out of order/);
    }
    assertNoFaults(tab);
  });

  it('of a judge are left out of a new run that switches the judge off', async () => {
    await using tab = await environment.open('/console/new');
    const { page } = tab;
    await composeRun(page, environment.endpoint, 'sim/v1');
    const judge = page.getByRole('combobox', { name: 'Judge' });
    assert.match(await judge.innerText(), /sim\/judge/);
    await judge.click();
    await page.getByRole('option', { name: 'off' }).click();
    await page.waitForURL(/judge=off/);
    const asked = page.waitForRequest('**/evaluate');
    await page.getByRole('button', { name: 'Start' }).click();
    assert.equal((await asked).postDataJSON().judge, false);
    await waitForVisible(page.getByText(/completed$/));
    assertNoFaults(tab);
  });
});
