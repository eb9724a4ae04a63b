import { RunHead } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, listTurns } from '../support/calls/evaluate.ts';
import {
  cardScenario,
  gradingPrompts,
  REFERENCE,
  startJudge,
  startEchoEndpoint,
} from '../support/data/judged-runs.ts';
import { readEvents } from '../support/calls/read-events.ts';
import { act, ask, startRun, untilOver } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';
import { until } from '../support/services/until.ts';

const GATES = ['overall >= 0.01', 'judge >= 0.01'];

describe('a bad judge', () => {
  let echo: Stub;
  let simulator: Service;
  before(async () => {
    echo = await startEchoEndpoint();
    simulator = await startService('simulator');
  });
  after(async () => {
    await echo[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  const request = (): object => ({
    endpoint: `${echo.url}/v1`,
    history: 'none',
    test_batch: cardScenario(REFERENCE, 'Hello', 'fail'),
    attempts: 4,
    gates: GATES,
  });

  const BAD: Readonly<Record<string, readonly [model: string, kind: RegExp]>> = {
    'that answers in prose': ['sim/judge-prose', /^unreadable$/],
    'that breaks off': ['sim/judge-broken', /^unreadable$/],
    'with an empty answer': ['sim/judge-silent', /^unreadable$/],
    'that times out': ['sim/judge-late', /^timeout$/],
    'that does not exist': ['sim/missing', /^http$/],
    'that resets connections': ['fault/reset-before', /^(connect|bad_response)$/],
    'that answers with a web page': ['fault/html-200', /^bad_response$/],
  };

  for (const [what, [model, kind]] of Object.entries(BAD)) {
    it(`${what} gives no score, and no gate is decided on it`, async () => {
      await using evals = await startService('evals', {
        JUDGE_MODEL: model,
        JUDGE_BASE_URL: simulator.url,
        ENDPOINT_RETRIES: '0',
        ...(model === 'sim/judge-late' ? { JUDGE_TIMEOUT_SECONDS: '1' } : {}),
      });
      const answer = await evaluate(evals, request());
      const kinds = new Set<string>();
      for (const attempt of [0, 1, 2, 3]) {
        const [right, wrong, failed] = listTurns(answer, attempt);
        assert.ok(right && wrong && failed);
        for (const { scores, flags, score_details } of [right, wrong]) {
          const { judge, reply, overall, token_f1 } = scores;
          assert.deepEqual([judge, reply, overall], [null, null, null]);
          assert.equal(typeof token_f1, 'number');
          assert.ok(flags.includes('judge_failed'));
          kinds.add((score_details['judge'] as { failure: { kind: string } }).failure.kind);
        }
        assert.deepEqual([failed.scores['judge'], failed.scores['overall']], [null, null]);
      }
      kinds.delete('circuit_open');
      assert.ok(kinds.size > 0);
      for (const one of kinds) assert.match(one, kind);
      assert.deepEqual([answer.stats['judge'], answer.stats['overall']], [undefined, undefined]);
      assert.equal(answer.headline.exit_code, 3);
      assert.equal(answer.gate?.verdict, 'inconclusive');
      assert.deepEqual(
        answer.gate.gates.map(({ verdict }) => verdict),
        ['inconclusive', 'inconclusive'],
      );
      assert.ok(answer.warnings.includes('8 of 12 turns have no verdict of the judge'));
    });
  }

  it('that is unreachable is abandoned after a few questions, however many replies are left to judge', async () => {
    await using evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: 'http://127.0.0.1:1',
    });
    const answer = await evaluate(evals, {
      ...request(),
      test_batch: cardScenario(...Array.from({ length: 50 }, (_, n) => `reply ${n}`)),
      attempts: 20,
    });
    assert.equal(answer.stats['judge'], undefined);
    assert.ok(answer.warnings.includes('1000 of 1000 turns have no verdict of the judge'));
    const calls = answer.grading?.reduce((sum, one) => sum + one.calls, 0) ?? 0;
    assert.ok(calls < 30, `${calls} questions were put`);
    assert.equal(answer.gate?.verdict, 'inconclusive');
  });

  it('that is slow can be cancelled: its judgements are kept, the rest is unknown', async () => {
    await using judge = await startJudge((prompt, reply) =>
      reply === 'wait' ? () => undefined : verdictFor(prompt, 'C'),
    );
    await using evals = await startService('evals', {
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
    });
    const { run_id } = await startRun(evals, {
      endpoint: `${echo.url}/v1`,
      history: 'none',
      test_batch: cardScenario(REFERENCE, 'wait'),
    });
    await until('one is judged', async () => {
      const { body } = await ask(evals, `/runs/${run_id}/turns/0/0/0`).catch(() => ({ body: {} }));
      return JSON.stringify(body).includes('"judge":1');
    });
    await until('the other is asked about', () => gradingPrompts(judge).length === 2);
    const { body } = await ask(evals, `/runs/${run_id}`);
    assert.equal(RunHead.parse(body).state, 'running');
    // The worker may already have stopped when the service reads the state for its response.
    const { state } = await act(evals, run_id, 'cancel');
    assert.ok(state === 'cancelling' || state === 'cancelled', state);
    const over = await untilOver(evals, run_id);
    assert.equal(over.state, 'cancelled');
    assert.deepEqual(
      [over.result?.stats['judge']?.mean, over.result?.stats['judge']?.coverage],
      [1, 0.5],
    );
    const events = await readEvents(evals, run_id);
    assert.deepEqual(events.find(({ event }) => event === 'grading')?.data, { done: 1, total: 2 });
    assert.equal(events.at(-1)?.data['state'], 'cancelled');
  });
});
