import { Comparison, RunView } from '@assay/contracts';
import { headlineLabel } from '@assay/format';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  takeScreenshot,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { ask } from '../support/calls/run-api.ts';
import { runLabelled, startLabellingEndpoint } from '../support/data/labelled-runs.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

function banner(page: Page) {
  return page.getByRole('region', { name: /^(Result of the|The latest run)/ });
}

/** The word of the banner, next to its icon. */
function bannerWord(page: Page, label: string) {
  return banner(page).locator('strong', { hasText: new RegExp(`${label}$`) });
}

/** The colour of a tone: the border of its banners. */
async function toneOf(page: Page): Promise<string> {
  const classes = (await banner(page).getAttribute('class')) ?? '';
  return /border-(bad|warn|ok|line)/.exec(classes)?.[1] ?? 'none';
}

describe('a suite that regressed although no single scenario did', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let comparison: Comparison;
  let candidate: string;

  before(async () => {
    environment = await openConsole();
    endpoint = await startLabellingEndpoint();
    const changes = { endpoint: `${endpoint.url}/v1` };
    const first = await runLabelled(environment.evals, { ...changes, model_id: 'steady' });
    const second = await runLabelled(environment.evals, {
      ...changes,
      model_id: 'worse',
      baseline: first.run_id,
    });
    candidate = second.run_id;
    const { body } = await ask(
      environment.evals,
      `/compare?baseline=${first.run_id}&candidate=${candidate}`,
    );
    comparison = Comparison.parse(body);
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  it('is labelled regressed, in red, by the comparison, as in the API', async () => {
    assert.equal(comparison.headline.result, 'regressed');
    assert.ok(comparison.scenarios.every(({ verdict }) => verdict?.result === 'no_change_found'));
    const runs = `${comparison.baseline.run_id}.${comparison.candidate.run_id}`;
    await using tab = await environment.open(`/console/compare?runs=${runs}`);
    const { page } = tab;
    await bannerWord(page, headlineLabel(comparison.headline).label).waitFor();
    assert.equal(await toneOf(page), 'bad');
    await waitForVisible(banner(page).getByText(comparison.headline.title));
    await waitForVisible(banner(page).getByText('Basis: checks of the replies.'));
    await waitForVisible(banner(page).getByText('Noise between runs not measured.'));
    await page.getByRole('button', { name: 'Regressed 0' }).waitFor();
    await page.getByRole('button', { name: 'No change found 9' }).waitFor();
    await page.getByRole('button', { name: 'Not known 0' }).waitFor();
    assert.equal(await page.locator('main .text-ok').count(), 0);
    await assertAccessible(page, 'a suite that regressed');
    await takeScreenshot(page, 'verdict-suite-light');
    assertNoFaults(tab);
  });

  it('has the same label and colour on the run, in the lists and on the overview', async () => {
    const { body } = await ask(environment.evals, `/runs/${candidate}`);
    const { label } = headlineLabel(RunView.parse(body).result?.headline ?? comparison.headline);
    assert.equal(label, 'regressed');
    for (const path of ['/', `/console/runs/${candidate}`]) {
      await using tab = await environment.open(path);
      await bannerWord(tab.page, label).waitFor();
      assert.equal(await toneOf(tab.page), 'bad', path);
      assertNoFaults(tab);
    }
    for (const path of ['/', '/console/runs']) {
      await using tab = await environment.open(path);
      const row = tab.page.getByRole('row', { name: /labels worse/ });
      await row.locator('.text-bad', { hasText: label }).waitFor();
      assertNoFaults(tab);
    }
  });

  it('shows every gate with its result next to the headline', async () => {
    await using tab = await environment.open(`/console/runs/${candidate}`);
    const gates = tab.page.getByRole('list', { name: 'Gates' }).getByRole('listitem');
    await gates.first().waitFor();
    assert.match((await gates.allTextContents()).join(), /fail no regression/);
    assertNoFaults(tab);
  });
});

describe('a run without usable data about its model', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let dead: string;

  before(async () => {
    environment = await openConsole({ ENDPOINT_RETRIES: '0' });
    endpoint = await startLabellingEndpoint();
    await runLabelled(environment.evals, { endpoint: `${endpoint.url}/v1`, model_id: 'steady' });
    const answer = await runLabelled(environment.evals, {
      endpoint: 'http://127.0.0.1:1/v1',
      model_id: 'steady',
      attempts: 3,
    });
    dead = answer.run_id;
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  it('shows in red that the requests failed, and a dash for every mean', async () => {
    await using tab = await environment.open(`/console/runs/${dead}`);
    const { page } = tab;
    await bannerWord(page, 'requests failed').waitFor();
    await waitForVisible(banner(page).getByText('27 of 27 requests failed'));
    await waitForVisible(banner(page).locator('code', { hasText: /^assay retry <run>$/ }));
    await waitForVisible(page.getByText('no turn has a metadata score'));
    assert.equal(await toneOf(page), 'bad');
    assert.equal(await page.locator('main .text-ok').count(), 0);
    const score = page.locator('section', { has: page.getByRole('heading', { name: 'Score' }) });
    await waitForVisible(score.getByText('–', { exact: true }));
    assert.equal(await page.getByText('0.000').count(), 0);
    await assertAccessible(page, 'a dead run');
    await takeScreenshot(page, 'verdict-dead-light');
    assertNoFaults(tab);
  });

  it('is a gap in the trend, and red in the lists', async () => {
    await using tab = await environment.open('/');
    const { page } = tab;
    await page
      .getByRole('img', {
        name: /^Mean score over 1 run,.* 1 run without a score: requests failed/,
      })
      .waitFor();
    const row = page.getByRole('row', { name: /labels steady/ }).first();
    await row.locator('.text-bad', { hasText: 'requests failed' }).waitFor();
    await waitForVisible(row.getByText('–', { exact: true }));
    await takeScreenshot(page, 'verdict-dead-overview-light');
    assertNoFaults(tab);
  });

  it('has no pass^k if fewer than k attempts at a scenario are known, and explains why', async () => {
    const { run_id, passes } = await runLabelled(environment.evals, {
      endpoint: `${endpoint.url}/v1`,
      model_id: 'patchy',
      pass_threshold: 0.5,
    });
    assert.equal(passes?.pass_hat_k['6'], null);
    await using tab = await environment.open(`/console/runs/${run_id}`);
    const { page } = tab;
    const tile = page.locator('section', { has: page.getByRole('heading', { name: /pass\^6/ }) });
    await waitForVisible(tile.getByText('–', { exact: true }));
    await waitForVisible(tile.getByText(/Fewer than 6 attempts at a scenario are known/));
    assertNoFaults(tab);
  });
});
