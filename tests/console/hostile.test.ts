import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { evaluate } from '../support/calls/evaluate.ts';
import { HOSTILE } from '../support/data/hostile-texts.ts';
import { promptBlock, startJudge } from '../support/data/judged-runs.ts';
import {
  assertNoFaults,
  openConsole,
  type ConsoleEnvironment,
} from '../support/browser/open-console.ts';
import { takeScreenshot } from '../support/browser/take-screenshot.ts';
import type { StubModel } from '../support/stubs/start-stub-model.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';
import { waitForVisible } from '../support/browser/wait-for-visible.ts';

/** Every hostile text in every field with untrusted content. */
const BATCH = HOSTILE.map((text, at) => ({
  id: `${at} ${text}`,
  name: text,
  description: text,
  [text]: text,
  interactions: [
    {
      id: `${at} ${text}`,
      user_message: text,
      reference_reply: `${text} and more`,
      interaction_type: text.slice(0, 64),
      reference_metadata: { [text]: text, nested: { [text]: [text] } },
      checks: [
        { contains: text },
        { not_contains: text },
        { tools: [{ name: text.slice(0, 64), arguments: { [text]: text } }] },
      ],
      [text]: text,
    },
  ],
}));

/** One text in four gets a page load of its own; with `SCREENSHOTS`, as every night, each of them. */
const SAMPLE = [...HOSTILE.keys()].filter(
  (at) => at % 4 === 1 || process.env['SCREENSHOTS'] !== undefined,
);

describe('hostile texts', () => {
  let environment: ConsoleEnvironment;
  let endpoint: Stub;
  let judge: StubModel;
  let runId: string;

  before(async () => {
    judge = await startJudge((prompt) => verdictFor(prompt, 'B', promptBlock(prompt, 'reply')));
    environment = await openConsole({
      ENDPOINT_RETRIES: '0',
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
    });
    endpoint = await startStub((request, response) => {
      const { messages } = request.body as { messages: readonly { content: string }[] };
      const said = messages.at(-1)?.content ?? '';
      const at = HOSTILE.indexOf(said);
      if (at % 10 === 9) {
        sendJson(response, { error: { message: said } }, 500);
        return;
      }
      const body = chatCompletion(`${said} ${HOSTILE[(at + 1) % HOSTILE.length]}`);
      const tool_trace = [
        { name: said, arguments: JSON.stringify({ [said]: said }), result: said },
      ];
      sendJson(response, { ...body, tool_trace, metadata: { [said]: said, extra: said } });
    });
    const hostile = HOSTILE[0] ?? '';
    const answer = await evaluate(environment.evals, {
      endpoint: `${endpoint.url}/v1`,
      model_id: hostile,
      test_name: HOSTILE.slice(0, 12).join(' '),
      system_prompt: hostile,
      tags: HOSTILE.slice(0, 20).map((text) => text.slice(0, 64)),
      test_batch: BATCH,
      attempts: 2,
    });
    runId = answer.run_id;
  });
  after(async () => {
    await environment[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await judge[Symbol.asyncDispose]();
  });

  /** Asserts that no text overflows the page. */
  const assertTidy = async (page: Page, where: string): Promise<void> => {
    const [wide, page_] = await page.evaluate<readonly [number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    assert.ok(wide <= page_, `${where} is ${wide - page_} px wider than the page`);
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), true, where);
  };

  it('are shown as plain text in the lists and in every tab of a run', async () => {
    for (const path of [
      '',
      `/${runId}?pass_threshold=0.9`,
      `/${runId}?tab=setup`,
      `/${runId}?tab=log`,
    ]) {
      await using tab = await environment.open(`/console/runs${path}`);
      const { page } = tab;
      await page
        .getByText(HOSTILE[0] ?? '')
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      await assertTidy(page, path);
      if (path.includes('pass_threshold')) await takeScreenshot(page, 'hostile-run-light');
      assertNoFaults(tab);
    }
  });

  it('are shown as plain text in every interaction', async () => {
    await using tab = await environment.open(`/console/runs/${runId}/0/0`);
    const { page } = tab;
    for (const at of SAMPLE) {
      await page.goto(`${environment.evals.url}/console/runs/${runId}/${at}/0`);
      await page.getByRole('heading', { level: 1, name: /turn 1 of 1/ }).waitFor();
      await waitForVisible(page.getByText(/only in the reply|The request failed|too different/));
      await assertTidy(page, `interaction ${at}: ${HOSTILE[at]?.slice(0, 40)}`);
      if (at === 1) await takeScreenshot(page, 'hostile-interaction-light');
    }
    assert.equal(await page.locator('main img, iframe, object, embed').count(), 0);
    assertNoFaults(tab);
  });

  it('are shown as plain text in the overview and in every tab of a comparison', async () => {
    const { run_id: other } = await evaluate(environment.evals, {
      endpoint: `${endpoint.url}/v1`,
      model_id: HOSTILE[1],
      test_name: HOSTILE.slice(0, 12).join(' '),
      system_prompt: HOSTILE[2],
      test_batch: BATCH.slice(0, -5),
      attempts: 2,
    });
    const compared = `/console/compare?runs=${runId}.${other}`;
    const tabs = ['scenarios', 'interactions', 'metrics', 'configuration', 'unmatched'];
    const paths = ['/', ...tabs.map((one) => `${compared}&tab=${one}`), `${compared}&choose=runs`];
    for (const path of paths) {
      await using tab = await environment.open(path);
      const { page } = tab;
      await page.getByRole('table').last().waitFor();
      await page.waitForLoadState('networkidle');
      await assertTidy(page, path);
      assert.equal(await page.locator('main img, iframe, object, embed').count(), 0);
      if (path === '/') await takeScreenshot(page, 'hostile-overview-light');
      if (path.endsWith('scenarios')) await takeScreenshot(page, 'hostile-compare-light');
      assertNoFaults(tab);
    }
  });

  it('have no effect in a URL', async () => {
    for (const text of SAMPLE.slice(0, 12).map((at) => HOSTILE[at] ?? '')) {
      const query = `filter=${encodeURIComponent(text)}&baseline=${encodeURIComponent(text)}&tab=${encodeURIComponent(text)}&row=-1&pass_threshold=9`;
      await using tab = await environment.open(`/console/runs/${runId}?${query}`);
      await tab.page.getByRole('tab', { name: 'Results' }).waitFor();
      assertNoFaults(tab);
    }
    const text = encodeURIComponent(HOSTILE[0] ?? '');
    for (const path of [
      `/?test=${text}&picked=${text}&row=${text}`,
      `/console/compare?runs=${text}.${runId}&of=${text}&tab=${text}&q=${text}&only=${text}`,
    ]) {
      await using tab = await environment.open(path);
      await waitForVisible(tab.page.getByRole('table').or(tab.page.getByText('No run with')));
      assertNoFaults(tab);
    }
  });
});
