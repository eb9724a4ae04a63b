import { RunList, type EvaluationResponse } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  evaluate,
  firstInteraction,
  listTurns,
  createRequest,
} from '../../support/calls/evaluate.ts';
import { ask } from '../../support/calls/run-api.ts';
import { scoresOfFailedExample } from '../../support/data/example-scores.ts';
import { startBlackHole } from '../../support/stubs/start-black-hole.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub, type Respond } from '../../support/stubs/start-stub.ts';

/** Each is null, except `answered`; scorers that are not listed are computed. */
const KEYS = [
  'exact_match',
  'token_f1',
  'rouge_l',
  'levenshtein',
  'chrf',
  'consistency',
  'metadata',
  'metadata.intent',
  'metadata.sentiment',
  'reply',
  'overall',
  'answered',
];

describe('an endpoint', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  /** Asserts HTTP 200, exactly `Request failed`, and no score except `answered`. */
  function assertFailed(answer: EvaluationResponse, kind: string): void {
    const first = firstInteraction(answer);
    assert.equal(first.agent_reply, 'Request failed');
    assert.equal(first.outcome, 'endpoint_failed');
    assert.equal(first.error?.kind, kind, JSON.stringify(first.error));
    assert.deepEqual(first.generated_metadata, {});
    const [scenario] = answer.results.scenarios;
    const unscored = KEYS.map((key) => [key, key === 'answered' ? 0 : null]);
    assert.deepEqual(first.scores, {
      ...scoresOfFailedExample(),
      ...Object.fromEntries(unscored),
    });
    for (const scores of [scenario?.attempts[0]?.average_scores, scenario?.average_scores]) {
      assert.deepEqual(scores, { answered: 0 });
    }
    assert.equal(answer.headline.result, 'requests_failed');
    assert.equal(answer.message, 'Evaluation completed: 1 of 1 requests failed');
  }

  const answers: Readonly<Record<string, readonly [string, Respond]>> = {
    'refuses with 401': ['auth', (_, response) => response.writeHead(401).end()],
    'refuses with 403': ['auth', (_, response) => response.writeHead(403).end()],
    'answers 404': ['http', (_, response) => response.writeHead(404).end()],
    'answers 429': ['rate_limit', (_, response) => response.writeHead(429).end()],
    'answers 500': ['http', (_, response) => response.writeHead(500).end('{"content": "no"}')],
    'answers with a web page': ['bad_response', (_, response) => response.end('<html></html>')],
    'answers with an empty body': ['bad_response', (_, response) => response.end()],
    'answers with truncated JSON': [
      'bad_response',
      (_, response) => response.end('{"content": "Hal'),
    ],
    'answers with an error': ['bad_response', (_, response) => response.end('{"error": "no"}')],
    redirects: ['bad_response', (_, response) => response.writeHead(302, { location: '/' }).end()],
    'closes the connection': ['connect', (_, response) => response.destroy()],
  };
  for (const [what, [kind, respond]] of Object.entries(answers)) {
    it(`that ${what} leads to a failed request of kind ${kind}`, async () => {
      await using endpoint = await startStub(respond);
      assertFailed(await evaluate(evals, { endpoint: `${endpoint.url}/v1` }), kind);
    });
  }

  it('that is too slow leads to a failed request of kind timeout', async () => {
    await using hasty = await startService('evals', { ENDPOINT_TIMEOUT_SECONDS: '1' });
    await using endpoint = await startStub(() => undefined);
    assertFailed(await evaluate(hasty, { endpoint: `${endpoint.url}/v1` }), 'timeout');
  });

  it('that refuses connections leads to a failed request of kind connect', async () => {
    const gone = await startStub(() => undefined);
    await gone[Symbol.asyncDispose]();
    assertFailed(await evaluate(evals, { endpoint: gone.url }), 'connect');
  });

  it('that refuses connections is abandoned after a few calls', async () => {
    const gone = await startStub(() => undefined);
    await gone[Symbol.asyncDispose]();
    const interactions = [1, 2, 3, 4].map((no) => ({ user_message: `message ${no}` }));
    const answer = await evaluate(evals, {
      endpoint: gone.url,
      attempts: 50,
      test_batch: { interactions },
    });
    assert.equal(answer.message, 'Evaluation completed: 200 of 200 requests failed');
    const kinds = answer.results.scenarios
      .flatMap((scenario) => scenario.attempts)
      .flatMap((attempt) => attempt.interactions)
      .map((interaction) => interaction.error?.kind);
    const tried = kinds.filter((kind) => kind === 'connect').length;
    assert.ok(tried >= 5 && tried <= 5 + 8, `${tried} were tried`);
    assert.equal(kinds.filter((kind) => kind === 'circuit_open').length, 200 - tried);
  });

  it('that recovers is called again, and nothing is lost', async () => {
    let asked = 0;
    await using endpoint = await startStub((_, response) => {
      asked += 1;
      if (asked <= 2) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end('fine');
    });
    const answer = await evaluate(evals, { endpoint: `${endpoint.url}/v1` });
    assert.equal(firstInteraction(answer).agent_reply, 'fine');
    assert.equal(asked, 3);
    const keys = new Set(endpoint.requests.map((request) => request.headers['idempotency-key']));
    assert.deepEqual([...keys], [`${answer.run_id}/0/0/0`]);
  });

  it('that does not exist leads to a failed request', async () => {
    for (const endpoint of ['not-a-url', 'ftp://x/', 'http://user:pw@127.0.0.1/']) {
      assertFailed(await evaluate(evals, { endpoint }), 'bad_endpoint');
    }
    assertFailed(await evaluate(evals, { endpoint: 'http://169.254.169.254/' }), 'blocked');
  });

  it('that accepts no connection is given up after two tries to connect', async () => {
    await using hole = await startBlackHole();
    const answer = await evaluate(evals, { endpoint: hole.url });
    assertFailed(answer, 'timeout');
    const { error } = firstInteraction(answer);
    assert.equal(error?.tries, 2);
    assert.match(error.message, /no connection could be made in time/);
  });

  it('that is this service itself starts no run, whatever the parameters are', async () => {
    const endpoint = `${evals.url}/evaluate`;
    const answer = await evaluate(evals, { endpoint, parameters: createRequest({ endpoint }) });
    assert.equal(firstInteraction(answer).error?.status, 400);
    assert.match(firstInteraction(answer).error?.message ?? '', /check the endpoint of the run/);
    const { runs } = RunList.parse((await ask(evals, '/runs')).body);
    assert.equal(runs.filter(({ run_id }) => run_id >= answer.run_id).length, 1);
  });

  it('that fails in one turn does not prevent the later turns, which are flagged', async () => {
    let asked = 0;
    const seen: unknown[] = [];
    await using endpoint = await startStub((request, response) => {
      asked += 1;
      seen.push((request.body as { messages: { content: string }[] }).messages);
      if (asked === 1) response.writeHead(400).end();
      else response.end('fine');
    });
    const answer = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      test_batch: {
        interactions: ['One', 'Two', 'Three'].map((user_message) => ({ user_message })),
      },
    });
    assert.deepEqual(
      listTurns(answer).map((interaction) => interaction.flags),
      [[], ['after_failure'], ['after_failure']],
    );
    assert.deepEqual(seen[1], [{ role: 'user', content: 'One\n\nTwo' }]);
    assert.equal(answer.message, 'Evaluation completed: 1 of 3 requests failed');
    assert.deepEqual(answer.results.scenarios[0]?.average_scores, { answered: 0.6667 });
  });
});
