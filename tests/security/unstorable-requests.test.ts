import { ExportFormat } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createRequest, evaluate } from '../support/calls/evaluate.ts';
import { act, ask, postJson, rescore, startRun, untilOver } from '../support/calls/run-api.ts';
import { startEchoEndpoint, startJudge } from '../support/data/judged-runs.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import type { StubModel } from '../support/stubs/start-stub-model.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';

/** PostgreSQL accepts neither of them, but JSON allows both. */
const TEXTS = {
  'a NUL': 'a\0b',
  'a lone high surrogate': 'a\uD83Eb',
  'a lone low surrogate': 'a\uDD8Ab',
} as const;

/** A request with the text in every field that accepts one. */
function requestWith(text: string, changes: object = {}): object {
  return createRequest({
    test_batch: {
      id: text,
      name: text,
      description: text,
      [text]: text,
      interactions: [
        {
          id: text,
          user_message: text,
          reference_reply: text,
          interaction_type: text,
          reference_metadata: { [text]: text, list: [text], fields: { [text]: text } },
          checks: [
            { contains: text },
            { regex: text },
            { json_schema: { const: text, description: text } },
            { tools: [{ name: text, arguments: { [text]: text } }], max_calls: 1, optional: true },
          ],
          [text]: { [text]: [text] },
        },
      ],
    },
    model_id: text,
    test_name: text,
    attempts: 2,
    tags: [text],
    branch: text,
    system_prompt: text,
    parameters: { [text]: text },
    judge: { instructions: text },
    gates: [`overall[${text}] >= 0`, `metadata.${text} >= 0`, 'allow failures'],
    [text]: { [text]: text },
    ...changes,
  });
}

describe('a request with texts that no database accepts', () => {
  const stack = new AsyncDisposableStack();
  let evals: Service;
  let echo: Stub;
  let judge: StubModel;
  let isSilent = false;

  before(async () => {
    echo = stack.use(await startEchoEndpoint());
    judge = stack.use(
      await startJudge((prompt) =>
        isSilent ? () => undefined : verdictFor(prompt, 'A', prompt.user),
      ),
    );
    const env = { JUDGE_MODEL: 'stub/judge', JUDGE_BASE_URL: judge.url };
    evals = stack.use(await startService('evals', env));
  });
  after(() => stack.disposeAsync());

  async function isFine(path: string, method = 'GET'): Promise<void> {
    const response = await fetch(evals.url + path, { method });
    const body = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${body.slice(0, 300)}`);
  }

  for (const [what, text] of Object.entries(TEXTS)) {
    const play = (changes: object = {}) =>
      evaluate(evals, requestWith(text, { endpoint: `${echo.url}/v1`, ...changes }));

    it(`is played, rescored, compared, exported, pinned and deleted like any other: ${what}`, async () => {
      const first = await play();
      const second = await play({ baseline: first.run_id });
      await play({ baseline: 'latest' });
      await play({ against: `${text} too` });
      const over = await rescore(evals, first.run_id, { judge: { instructions: `${text}!` } });
      assert.equal(over.state, 'completed');
      const { run_id } = second;
      const gate = await postJson(evals, `/runs/${run_id}/gate`, {
        gates: [`overall[${text}*] > 0`],
        baseline: first.run_id,
      });
      assert.equal(gate.status, 200, JSON.stringify(gate.body));
      for (const format of ExportFormat.options) {
        await isFine(`/runs/${run_id}/export?format=${format}`);
      }
      const found = encodeURIComponent(text.toWellFormed());
      for (const path of [
        '',
        '/request',
        '/scenarios/0',
        '/breakdown',
        '/figures',
        '/interactions',
        `/interactions?search=${found}`,
        '/rows',
        `/rows?search=${found}`,
        '/turns/0/0/0',
      ]) {
        await isFine(`/runs/${run_id}${path}`);
      }
      await isFine(`/compare?baseline=${first.run_id}&candidate=${run_id}`);
      await isFine(`/history?test_name=${found}`);
      await isFine(`/runs?test_name=${found}&tag=${found}&search=${found}`);
      await isFine(`/runs/${run_id}/pin`, 'PUT');
      await isFine(`/runs/${run_id}/pin`, 'DELETE');
      for (const id of [first.run_id, run_id]) {
        assert.equal((await ask(evals, `/runs/${id}`, 'DELETE')).status, 204);
      }
    });

    it(`can be cancelled during grading, and no more judge calls are made: ${what}`, async () => {
      isSilent = true;
      try {
        const asked = judge.prompts.length;
        const request = requestWith(text, { endpoint: `${echo.url}/v1` });
        const { run_id } = await startRun(evals, request);
        await until('the judge is asked', () => judge.prompts.length > asked + 2);
        await act(evals, run_id, 'cancel');
        assert.equal((await untilOver(evals, run_id)).state, 'cancelled');
      } finally {
        isSilent = false;
      }
    });
  }
});
