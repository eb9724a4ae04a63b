import type { EvaluationRequest } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import { assertFits } from '../support/browser/assert-fits.ts';
import { postEvaluate } from '../support/calls/evaluate.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { seedPlantedRuns, type SeededRuns } from '../support/data/seed-planted-runs.ts';
import { ask } from '../support/calls/run-api.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { untilEqual } from '../support/services/until.ts';

/** The headline of the planted regression: the wording of one scenario changed. */
const LESS_SIMILAR = /^overall 0\.9\d\d → 0\.9\d\d \(−0\.0/;
const UNKNOWN_RUN = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';

/** Runs the same test without its last scenario and without the last turn of its first, with another prompt. */
async function runLess({ evals, endpoint }: ConsoleEnvironment, like: string): Promise<string> {
  const { body } = await ask(evals, `/runs/${like}/request`);
  const request = body as EvaluationRequest;
  const [first, ...rest] = [request.test_batch].flat();
  const fewer = { ...first, interactions: first?.interactions.slice(0, -1) };
  const answer = await postEvaluate(evals, {
    ...request,
    endpoint,
    test_batch: [fewer, ...rest.slice(0, -1)],
    system_prompt: 'Be <b>brief</b>.',
    attempts: 2,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return String(answer.headers.get('location')).slice('/runs/'.length);
}

function tableRows(page: Page, caption: string) {
  return page.getByRole('table', { name: caption }).getByRole('row');
}

async function firstScenario(page: Page): Promise<string> {
  const row = tableRows(page, 'Change by scenario, largest drop first').nth(1);
  return (await row.textContent()) ?? '';
}

describe('the comparison page', () => {
  let environment: ConsoleEnvironment;
  let runs: SeededRuns;
  let less: string;
  let two: string;

  before(async () => {
    environment = await openConsole();
    runs = await seedPlantedRuns(environment, { pass_threshold: 0.8 });
    less = await runLess(environment, runs.baseline);
    two = `/console/compare?runs=${runs.baseline}.${runs.candidate}`;
  });
  after(() => environment[Symbol.asyncDispose]());

  it('says how many scenarios are less and more similar, and describes its charts in words', async () => {
    await using tab = await environment.open(two);
    const { page } = tab;
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await waitForVisible(page.getByText(/^Replies that contradict their reference: /));
    await page.getByRole('button', { name: 'Less similar 1' }).waitFor();
    await page.getByRole('button', { name: 'More similar 2' }).waitFor();
    await page.getByRole('button', { name: 'No change found 6' }).waitFor();
    await page.getByRole('button', { name: 'Not known 0' }).waitFor();
    const forest = page.getByRole('img', { name: /^Change of 9 scenarios\./ });
    const said = (await forest.getAttribute('aria-label')) ?? '';
    assert.match(said, /1 less similar: bank-lost-card −0\.1\d\d\./);
    await page.getByRole('img', { name: /^Latency: p50 / }).waitFor();
    await waitForVisible(page.getByText(/^baseline [\d.]+% · p .* · pass\^5 [\d.]+% → [\d.]+%/));
    assert.match(
      await firstScenario(page),
      /less similar.*bank-lost-card.*−0\.1\d\d.*\[−0\.\d+, −0\.\d+\] [\d.]+ %.*(0\.0\d\d|< 0\.001)/,
    );
    assertNoFaults(tab);
  });

  it('is usable by keyboard alone, from the choice of runs to the turn that dropped', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    for (const key of ['g', 'c']) await page.keyboard.press(key);
    await tableRows(page, 'Runs that can be compared, newest first').nth(4).waitFor();
    // Newest first: the shortened run, the candidate, the baseline, the first.
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await waitForVisible(page.getByText('2 selected'));
    await page.keyboard.press('c');
    await page.waitForURL(`**${two}`);
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page.keyboard.press('j');
    await page.locator('tr[aria-current]', { hasText: 'more similar' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/runs/${runs.candidate}/0/1?baseline=${runs.baseline}`);
    await waitForVisible(
      page.getByRole('region', { name: 'Reply of the baseline' }).getByText('opened a dispute'),
    );
    await waitForVisible(
      page.getByRole('region', { name: 'Reply of the candidate' }).getByText('service line'),
    );
    await page.goBack();
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'sim/v2 → sim/v1' }).waitFor();
    await page.getByRole('button', { name: 'Less similar 2' }).waitFor();
    assertNoFaults(tab);
  });

  it('can be started from the list of runs by keys and by checkboxes', async () => {
    await using tab = await environment.open('/console/runs');
    const { page } = tab;
    await tableRows(page, 'Runs, newest first').nth(4).waitFor();
    for (const key of ['j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Compare with …' }).waitFor();
    await page.getByRole('checkbox').nth(2).click();
    await page.getByRole('button', { name: 'Compare 2 runs' }).waitFor();
    await assertAccessible(page, 'chosen runs');
    await page.reload();
    await page.getByRole('button', { name: 'Compare 2 runs' }).waitFor();
    await page.keyboard.press('c');
    await page.waitForURL(`**${two}`);
    assertNoFaults(tab);
  });

  it('shows the largest drops, every metric, and the differences between the requests', async () => {
    await using tab = await environment.open(two);
    const { page } = tab;
    await page.getByRole('tab', { name: 'Interactions 39' }).click();
    const worst = tableRows(page, 'Change by interaction, largest drop first').nth(1);
    assert.match((await worst.textContent()) ?? '', /bank-lost-card.*#2.*−0\.[5-9]/);
    await page.getByRole('columnheader', { name: 'Baseline sim/v1' }).waitFor();
    await page.getByRole('tab', { name: 'Metrics' }).click();
    await page.getByRole('row', { name: /^metadata\.intent / }).waitFor();
    await waitForVisible(page.getByText('Configured differently: model_id'));
    await page.getByRole('button', { name: 'model_id' }).click();
    await page.getByRole('row', { name: 'model_id sim/v1 sim/v2' }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: 'model_id sim/v1 sim/v2' }).waitFor();
    assertNoFaults(tab);
  });

  it('filters scenarios by outcome and by name, and survives a reload', async () => {
    await using tab = await environment.open(two);
    const { page } = tab;
    const rows = tableRows(page, 'Change by scenario, largest drop first');
    await page.getByRole('button', { name: 'More similar 2' }).click();
    await page.waitForURL('**&only=improved');
    await untilEqual(() => rows.count(), 3);
    await page.keyboard.press('/');
    await page.keyboard.type('telecom');
    await page.waitForURL('**&q=telecom*');
    await page.reload();
    await rows.nth(1).waitFor();
    await untilEqual(() => rows.count(), 2);
    assert.match(await firstScenario(page), /telecom-fibre-outage/);
    await page.getByRole('textbox').fill('nobody');
    await waitForVisible(page.getByText('No scenarios match the filter.'));
    assertNoFaults(tab);
  });

  it('accepts four runs, with one of them selected for details', async () => {
    const ids = [runs.first, runs.baseline, runs.candidate, less];
    await using tab = await environment.open(`/console/compare?runs=${ids.join('.')}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'No change found 9' }).waitFor();
    await page.keyboard.press(']');
    await waitForVisible(page.getByText(LESS_SIMILAR));
    await page.getByRole('columnheader', { name: 'Δ candidate 1' }).waitFor();
    assert.match(await firstScenario(page), /bank-lost-card/);
    await assertAccessible(page, 'four runs');
    await assertFits(page, 'compare four');
    await page.getByRole('button', { name: 'show candidate 3' }).click();
    await page.waitForURL('**&of=3');
    await page.getByRole('tab', { name: 'Unmatched 1' }).click();
    await page.getByRole('row', { name: 'baseline telecom-fibre-outage' }).waitFor();
    await waitForVisible(page.getByText(/1 scenario is in one of the runs only and was not/));
    await page.getByRole('tab', { name: 'Changed scenarios 1' }).click();
    const changed = tableRows(page, 'Changed scenarios: not compared');
    await changed.filter({ hasText: /bank-lost-card.*user messages/ }).waitFor();
    await waitForVisible(page.getByText(/^! ?1 changed scenario was not compared/));
    await page.getByRole('tab', { name: /^Configuration / }).click();
    await waitForVisible(page.getByText('Be <b>brief</b>.'));
    await page.reload();
    await waitForVisible(page.getByText('Be <b>brief</b>.'));
    assertNoFaults(tab);
  });

  it('lets the user choose other runs if one is gone', async () => {
    const gone = `/console/compare?runs=${UNKNOWN_RUN}.${runs.candidate}`;
    await using tab = await environment.open(gone);
    const { page } = tab;
    await waitForVisible(page.getByRole('alert').getByText('The runs could not be compared'));
    await page.getByRole('link', { name: 'Change runs' }).click();
    await page.getByRole('checkbox').nth(3).waitFor();
    await untilEqual(() => page.getByRole('checkbox', { checked: true }).count(), 1);
    assertNoFaults(tab);
  });
});
