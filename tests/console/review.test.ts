import { SavedLabels } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFits } from '../support/browser/assert-fits.ts';
import { assertAccessible } from '../support/browser/assert-accessible.ts';
import {
  assertNoFaults,
  openConsole,
  openPage,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import { recordTraffic, type Traffic } from '../support/browser/record-traffic.ts';
import {
  labelConversations,
  lookAtConversation,
  startReview,
  waitForLabelled,
  type ShownConversation,
} from '../support/browser/review-page.ts';
import { tabTo } from '../support/browser/tab-to.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';
import { evaluate } from '../support/calls/evaluate.ts';
import { ask, viewRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { untilEqual } from '../support/services/until.ts';

const SCENARIOS = 10;
const TOTAL = 100;
const MODEL = 'sim/echo';

/** The replies repeat the messages. The judge passes every second scenario: those whose reply says "blocked". */
const BATCH = Array.from({ length: SCENARIOS }, (_, at) => ({
  id: `scenario-${at}`,
  name: `Scenario ${at}`,
  interactions: [
    {
      user_message:
        at % 2 === 0 ? `Your card ${at} is blocked now.` : `Your card ${at} is stopped.`,
      reference_reply: 'I have blocked it.',
      checks: [{ id: 'blocked', text: 'Says "blocked"' }],
    },
  ],
}));

function isPassedByJudge(heading: string): boolean {
  return /Scenario [02468]$/.test(heading);
}

/** People pass what the judge passes, and also scenario 1. */
function keyFor(heading: string): 'p' | 'f' {
  return isPassedByJudge(heading) || heading.endsWith('Scenario 1') ? 'p' : 'f';
}

describe('Review, a tab of a run', () => {
  let simulator: Service;
  let environment: ConsoleEnvironment;

  before(async () => {
    simulator = await startService('simulator');
    const judge = { JUDGE_MODEL: 'sim/judge', JUDGE_BASE_URL: `${simulator.url}/v1` };
    environment = await openConsole(judge, simulator);
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  /** Plays a run and returns its id. */
  const play = async (changes: object = {}): Promise<string> => {
    const { run_id } = await evaluate(environment.evals, {
      endpoint: environment.endpoint,
      model_id: MODEL,
      test_name: 'bank',
      attempts: 1,
      concurrency: 16,
      test_batch: BATCH,
      ...changes,
    });
    return run_id;
  };

  it('labels 100 conversations with the keyboard alone, blind until each label is saved', async () => {
    const runId = await play({ attempts: TOTAL / SCENARIOS });
    await using tab = await environment.open(reviewPath(runId));
    const { page } = tab;
    const traffic = recordTraffic(page);
    await startReview(page, 'Ada', TOTAL);
    for (let done = 0; done < TOTAL; done += 1) {
      const seen = await lookAtConversation(page);
      const { heading } = seen;
      assert.match(heading, new RegExp(`^Conversation ${done + 1}: `));
      assertBlind(seen);
      await page.keyboard.press(keyFor(heading));
      await waitForLabelled(page, done + 1, TOTAL);
      if (done < TOTAL - 1) await page.keyboard.press('j');
    }
    await waitForVisible(page.getByText('Press a to see the agreement with the judge.'));
    assertBlindTraffic(await traffic());
    await page.keyboard.press('a');
    await page
      .getByRole('row', { name: /^Whole conversations sim\/judge 90 of 100 0\.8\d\d \[0\.\d+, / })
      .waitFor();
    await waitForVisible(page.getByText(/^\[\d+\.\d%, \d+\.\d%\] · labels .* · 100 attempts, 40/));
    await waitForVisible(page.getByText('Disagreements (10)'));
    await assertClean(page, 'agreement');
    assertNoFaults(tab);
  });

  it('shows the verdict of the judge with its quote after a label, and removes the label by undo', async () => {
    await using tab = await environment.open(reviewPath(await play()));
    const { page } = tab;
    await page.locator('input:focus').waitFor();
    await assertAccessible(page, 'the choice of what to label');
    await startReview(page, 'Ada', SCENARIOS);
    await takeScreenshot(page, 'review-blind');
    const { heading } = await lookAtConversation(page);
    await page.keyboard.press('n');
    await page.keyboard.type('short and polite');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press(keyFor(heading));
    await waitForVisible(page.getByRole('status').getByText(/Saved: (pass|fail)\.$/));
    assertBlind(await lookAtConversation(page));
    await page.keyboard.press('0');
    await page.keyboard.press(keyFor(heading));
    await waitForLabelled(page, 1, SCENARIOS);
    const findings = page.getByRole('list', { name: 'Findings of the judge' });
    await waitForVisible(findings.getByText('Turn 1: Says "blocked"'));
    if (isPassedByJudge(heading)) await waitForVisible(findings.getByText(/“.*is blocked now\.”/));
    await assertClean(page, 'label');
    await page.keyboard.press('u');
    await waitForLabelled(page, 0, SCENARIOS);
    await waitForVisible(page.getByText('The label is removed.'));
    assert.equal(await findings.count(), 0);
    await page.keyboard.press(keyFor(heading));
    await waitForVisible(page.getByText(/does not count in the rates/));
    assertNoFaults(tab);
  });

  it('continues where a labeller stopped, and compares two labellers', async () => {
    const runId = await play();
    const path = reviewPath(runId);
    await using first = await environment.open(`/console/runs/${runId}`);
    await waitForVisible(first.page.getByText(MODEL));
    await tabTo(first.page, first.page.getByRole('tab', { name: 'Results' }));
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await first.page.keyboard.press(key);
    await startReview(first.page, 'Ada', SCENARIOS);
    assertBlind(await lookAtConversation(first.page));
    await labelConversations(first.page, ['p', 'f', 'p'], { from: 0, total: SCENARIOS });
    await first.page.reload();
    await first.page.locator('input:focus').waitFor();
    assert.equal(await first.page.getByLabel('Your name').inputValue(), 'Ada');
    await first.page.keyboard.press('Enter');
    await labelConversations(first.page, ['f', 'p'], { from: 3, total: SCENARIOS });
    await using second = await openPage(environment.browser, environment.evals.url, { path });
    const { page } = second;
    await startReview(page, 'Ben', SCENARIOS);
    await labelConversations(page, ['p', 'p', 'p', 'p', 'f'], { from: 0, total: SCENARIOS });
    await page.keyboard.press('a');
    await page.getByRole('row', { name: /^Ada and Ben 2 of 5 −?\d\.\d+ \[/ }).waitFor();
    await waitForVisible(page.getByText(/3 ties left out/));
    await page.getByRole('tab', { name: 'Results' }).click();
    await page.getByRole('heading', { level: 1, name: 'bank' }).waitFor();
    assertNoFaults(first);
    assertNoFaults(second);
  });

  it('leads from a disagreement to a changed check and a rescore in two clicks', async () => {
    const runId = await play();
    await using tab = await environment.open(reviewPath(runId));
    const { page } = tab;
    await startReview(page, 'Ada', SCENARIOS);
    const { heading } = await lookAtConversation(page);
    // The opposite of what the judge says.
    await page.keyboard.press(isPassedByJudge(heading) ? 'f' : 'p');
    await waitForLabelled(page, 1, SCENARIOS);
    await waitForVisible(page.getByText(/The judge disagrees\.$/));
    await page.keyboard.press('a');
    await waitForVisible(page.getByText('Disagreements (1)'));
    await page.getByRole('button', { name: /^Change this check: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Change this check' });
    await dialog.getByLabel('What must hold').fill('Says "Your card"');
    await assertAccessible(page, 'the form of a changed check');
    await takeScreenshot(page, 'review-change-check');
    await dialog.getByRole('button', { name: 'Save and rescore' }).click();
    await waitForVisible(page.getByText('The run was scored again with the changed check.'));
    const { result } = await viewRun(environment.evals, runId);
    assert.equal(result?.revision, 2);
    const { body } = await ask(environment.evals, `/runs/${runId}/request`);
    assert.equal(JSON.stringify(body).match(/Says \\"Your card\\"/g)?.length, 1);
    assertNoFaults(tab);
  });

  it('mixes two runs of a test without saying which run a conversation belongs to', async () => {
    const other = await play({ test_name: 'mixed' });
    const runId = await play({ test_name: 'mixed', model_id: 'sim/v1' });
    await using tab = await environment.open(reviewPath(runId));
    const { page } = tab;
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Mix with a second run of the same test').check();
    await page.getByRole('combobox', { name: 'Second run' }).click();
    await untilEqual(() => page.getByRole('option').count(), 2);
    await page.getByRole('option', { name: /^mixed · sim\/echo/ }).click();
    await assertAccessible(page, 'the choice of a second run');
    const traffic = recordTraffic(page);
    await page.getByRole('button', { name: 'Start' }).click();
    await waitForLabelled(page, 0, 2 * SCENARIOS);
    assertBlind(await lookAtConversation(page));
    for (const { path, body = '' } of await traffic()) {
      assert.match(path, /\/label-sample$/);
      assert.equal(/sim\/|"run_id"|"position"/.exec(body)?.[0], undefined);
    }
    assert.match(page.url(), new RegExp(`mixed_with=${other}`));
    assertNoFaults(tab);
  });
});

function reviewPath(runId: string): string {
  return `/console/runs/${runId}?tab=review`;
}

/** Nothing on the page names the model, has a score, or says what was found about the replies. */
function assertBlind({ html, text }: ShownConversation): void {
  assert.equal(/sim\/|judge (dis)?agrees|Findings of the judge/.exec(html)?.[0], undefined);
  assert.equal(/\d\.\d{2}|%/.exec(text)?.[0], undefined);
}

/**
 * Only samples, saved labels, and turns of attempts whose label was saved before were requested. The settings and the
 * conversations, which decide on an entry of the navigation, are about the service, not about the run.
 */
function assertBlindTraffic(traffic: readonly Traffic[]): void {
  const saved = new Set<string>();
  for (const { method, path, body } of traffic) {
    const turn = /\/turns\/(\d+\/\d+)\/\d+$/.exec(path)?.[1];
    if (turn !== undefined) {
      assert.ok(saved.has(turn), `${path} before the label was saved`);
    } else if (body === undefined) {
      assert.match(path, /^\/(settings|conversations)$|\/(label-sample|labels)$/);
    } else if (method === 'POST' && path.endsWith('/labels')) {
      for (const { position } of SavedLabels.parse(JSON.parse(body)).labels) {
        saved.add(`${position.scenario}/${position.attempt}`);
      }
    } else {
      assert.ok(!body.includes(MODEL), path);
      if (path === '/settings') continue;
      const leak = /"(scores|overall|passed|judge_\w+|verdict|model_id)"/.exec(body)?.[0];
      assert.equal(leak, undefined, path);
    }
  }
  assert.equal(saved.size, TOTAL);
}

async function assertClean(page: Page, name: string): Promise<void> {
  await assertAccessible(page, name);
  await assertFits(page, `review ${name}`);
}
