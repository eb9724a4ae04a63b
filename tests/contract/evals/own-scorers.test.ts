import { Problem, Settings } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  createRequest,
  evaluate,
  firstInteraction,
  listTurns,
  postEvaluate,
} from '../../support/calls/evaluate.ts';
import { ask, postJson, startRun, untilOver } from '../../support/calls/run-api.ts';
import { cardScenario, startEchoEndpoint } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { scoreBy, startScorer, type ScorerStub } from '../../support/stubs/start-scorer.ts';
import type { Stub } from '../../support/stubs/start-stub.ts';

const isPolite = (reply: string): number | null =>
  reply === 'unclear' ? null : reply.includes('please') ? 1 : 0.25;

type BadAnswer = (ids: readonly string[], response: ServerResponse) => unknown;

const send = (response: ServerResponse, scores: readonly object[]): unknown =>
  response.end(JSON.stringify({ scores }));

/** Scorers that give no usable score, by their names. */
const BAD: Readonly<Record<string, BadAnswer>> = {
  hangs: () => undefined,
  'answers-500': (_, response) => response.writeHead(500).end('broken'),
  'answers-10-mb': (_, response) => response.end(`{"scores":[],"x":"${'x'.repeat(1e7)}"}`),
  'closes-connection': (_, response) => response.destroy(),
  'other-ids': (ids, response) =>
    send(
      response,
      ids.map((id) => ({ id: `${id}0`, score: 1 })),
    ),
  'repeated-ids': (ids, response) =>
    send(
      response,
      [...ids, ...ids].map((id) => ({ id, score: 1 })),
    ),
  'above-1': (ids, response) =>
    send(
      response,
      ids.map((id) => ({ id, score: 1.5 })),
    ),
  'not-a-number': (_, response) => response.end('{"scores":[{"id":"0/0/0","score":NaN}]}'),
};

describe('own scorers', () => {
  let echo: Stub;
  let scorer: ScorerStub;
  let evals: Service;
  before(async () => {
    echo = await startEchoEndpoint();
    scorer = await startScorer(scoreBy(isPolite));
    evals = await startService('evals', { SCORERS: scorer.register('tone') });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await scorer[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  const play = (replies: readonly string[], changes: object = {}) => ({
    endpoint: `${echo.url}/v1`,
    test_batch: cardScenario(...replies),
    history: 'none',
    ...changes,
  });

  it('receive signed turns and give a metric with their name', async () => {
    const { length: calls } = scorer.calls;
    const replies = ['Wait please', 'Wait', 'unclear', 'fail'];
    const answer = await evaluate(evals, play(replies, { scorers: ['tone'], history: 'live' }));
    assert.equal(scorer.calls.length, calls + 1);
    const [first, second] = scorer.calls.at(-1) ?? [];
    assert.deepEqual(first, {
      id: '0/0/0',
      conversation: [{ role: 'user', content: 'Wait please' }],
      reply: 'Wait please',
      reference: 'Your card ending 4471 is blocked as of now.',
      metadata: {},
      tool_calls: null, // the endpoint does not report calls
    });
    assert.deepEqual(
      second?.conversation.map(({ content }) => content),
      ['Wait please', 'Wait please', 'Wait'],
    );
    const turns = listTurns(answer);
    assert.deepEqual(
      turns.map(({ scores }) => scores),
      [{ tone: 1 }, { tone: 0.25 }, { tone: null }, { tone: null }],
    );
    assert.ok(turns.every(({ flags }) => !flags.includes('scorer_failed')));
    assert.deepEqual(turns[0]?.score_details['own_scorers'], {
      tone: { score: 1, reason: 'said Wait please', details: null },
    });
    const { mean, coverage } = answer.stats['tone'] ?? {};
    assert.deepEqual([mean, coverage], [0.625, 0.5]);
    const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    assert.deepEqual(answer.grading, [
      { kind: 'scorer', model: 'tone', calls: 3, failed: 0, usage },
    ]);
  });

  it('count in overall only if they have a weight, and are not called without name and weight', async () => {
    const { length: calls } = scorer.calls;
    const plain = await evaluate(evals, play(['Wait']));
    assert.equal(scorer.calls.length, calls);
    assert.equal(firstInteraction(plain).scores['tone'], undefined);
    const named = await evaluate(evals, play(['Wait'], { scorers: ['overall', 'tone'] }));
    assert.equal(
      firstInteraction(named).scores['overall'],
      firstInteraction(plain).scores['overall'],
    );
    const weights = { reply: 0, metadata: 0, tone: 1 };
    const weighed = await evaluate(evals, play(['Wait'], { weights }));
    assert.deepEqual(weighed.weights, weights);
    const { overall, tone, reply } = firstInteraction(weighed).scores;
    assert.deepEqual([overall, tone, typeof reply], [0.25, 0.25, 'number']);
    const hidden = await evaluate(evals, play(['Wait'], { weights, scorers: ['overall'] }));
    assert.deepEqual(firstInteraction(hidden).scores, { overall: 0.25 });
    const { body } = await ask(evals, `/runs/${hidden.run_id}/turns/0/0/0`);
    const { score_explanation } = body as { score_explanation: { parts: unknown } };
    assert.deepEqual(score_explanation.parts, [
      { metric: 'reply', score: firstInteraction(plain).scores['reply'], weight: 0 },
      { metric: 'tone', score: 0.25, weight: 1 },
    ]);
  });

  it('can be used in gates and comparisons', async () => {
    const replies = ['Wait please', 'Wait'];
    const base = await evaluate(evals, play(replies, { scorers: ['tone'], attempts: 2 }));
    const gates = ['tone >= 0.9', 'delta(tone) > -0.1', 'allow regression'];
    const answer = await evaluate(
      evals,
      play(replies, { scorers: ['tone'], attempts: 2, gates, baseline: base.run_id }),
    );
    assert.deepEqual(
      answer.gate?.gates.map(({ value }) => value),
      [0.625, 0, null],
    );
    const path = `/compare?baseline=${base.run_id}&candidate=${answer.run_id}&metric=tone`;
    const { body } = await ask(evals, path);
    assert.equal((body as { metric: string }).metric, 'tone');
  });

  it('are called again by a rescore only if it names them', async () => {
    const { run_id } = await evaluate(evals, play(['Wait'], { scorers: ['tone', 'overall'] }));
    const { length: calls } = scorer.calls;
    const rescore = async (body: object) => {
      assert.equal((await postJson(evals, `/runs/${run_id}/rescore`, body)).status, 202);
      return (await untilOver(evals, run_id)).result;
    };
    const weights = { reply: 0, metadata: 0, tone: 2 };
    const weighed = await rescore({ weights });
    assert.equal(weighed?.stats['overall']?.mean, 0.25);
    assert.equal(scorer.calls.length, calls);
    await rescore({ scorers: ['tone'] });
    assert.equal(scorer.calls.length, calls + 1);
    const without = await rescore({ scorers: ['reply'], weights: { reply: 1, metadata: 0 } });
    assert.deepEqual(Object.keys(without?.stats ?? {}), ['reply']);
    assert.equal(scorer.calls.length, calls + 1);
  });

  it('are refused if they are not registered, with the names that are', async () => {
    const refuse = async (changes: object): Promise<Problem> => {
      const { status, body } = await postEvaluate(evals, createRequest(changes));
      assert.equal(status, 422);
      return Problem.parse(body);
    };
    const unknown = await refuse({ scorers: ['overall', 'ton'] });
    assert.equal(unknown.errors?.[0]?.pointer, '/scorers/1');
    assert.match(unknown.detail, /^'ton' is not a scorer\. The scorers are exact_match, .*, tone$/);
    const weight = await refuse({ weights: { reply: 1, metadata: 0, ton: 1 } });
    assert.equal(weight.errors?.[0]?.pointer, '/weights/ton');
    assert.match(weight.detail, /The parts are reply, metadata, checks, similarity, tone$/);
  });

  it('are listed in the settings by name and address, without their secrets', async () => {
    const { body } = await ask(evals, '/settings');
    const { scorers } = Settings.parse(body);
    assert.deepEqual(
      scorers.map(({ name, url }) => [name, /^http:.*\/score$/.test(url)]),
      [['tone', true]],
    );
    assert.doesNotMatch(JSON.stringify(body), /whsec/);
  });

  it('never fail a run, whatever they answer', async () => {
    const stubs = Object.entries(BAD).map(async ([name, answer]) => {
      const stub = await startScorer((turns, response) =>
        answer(
          turns.map(({ id }) => id),
          response,
        ),
      );
      return { name, stub };
    });
    await using opened = new AsyncDisposableStack();
    const bad = await Promise.all(stubs);
    for (const { stub } of bad) opened.use(stub);
    const registered = [...bad, { name: 'tone', stub: scorer }];
    await using service = await startService('evals', {
      SCORERS: registered.map(({ name, stub }) => stub.register(name)).join(','),
      SCORER_TIMEOUT_SECONDS: '10', // enough for the good scorer on a busy machine
    });
    const names = bad.map(({ name }) => name);
    const answer = await evaluate(
      service,
      play(['Wait please', 'Wait'], {
        scorers: [...names, 'tone', 'overall', 'reply'],
        gates: names.map((name) => `${name} >= 0.01`),
        attempts: 2,
      }),
    );
    assert.equal(answer.message, 'Evaluation completed successfully');
    assert.equal(answer.stats['tone']?.coverage, 1);
    for (const { scores, flags, score_details } of listTurns(answer)) {
      assert.equal(scores['overall'], scores['reply']);
      assert.ok(flags.includes('scorer_failed'));
      const details = score_details['own_scorers'] as Record<string, { failure?: object }>;
      for (const name of names) {
        assert.equal(scores[name], null, name);
        assert.ok(details[name]?.failure, name);
      }
    }
    for (const [at, name] of names.entries()) {
      assert.equal(answer.stats[name], undefined, name);
      assert.equal(answer.gate?.gates[at]?.verdict, 'inconclusive', name);
      const total = answer.grading?.find(({ model }) => model === name);
      assert.deepEqual([total?.calls, total?.failed], [4, 4], name);
    }
  });

  it('are not called again after three calls without a score', async () => {
    await using bad = await startScorer((_, response) => response.writeHead(404).end());
    await using service = await startService('evals', { SCORERS: bad.register('bad') });
    const { run_id } = await startRun(service, {
      ...play(
        Array.from({ length: 100 }, (_, n) => `reply ${n}`),
        { scorers: ['bad'], attempts: 5 },
      ),
    });
    const { result, state } = await untilOver(service, run_id);
    assert.deepEqual([state, result?.stats['bad']], ['completed', undefined]);
    assert.equal(bad.calls.length, 3);
  });
});
