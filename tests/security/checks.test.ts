import { EvaluationResponse, Problem } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { postEvaluate, createRequest } from '../support/calls/evaluate.ts';
import { heldUp, WATCHED_LOOP } from '../support/services/held-up.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { DOCUMENTS, PATTERNS, SCHEMAS, TEXTS } from './hostile-checks.ts';
import { findExcess, holdByLargestBody } from './runner/largest-body.ts';

describe('the event loop is not blocked by', () => {
  let evals: Service;
  let endpoint: Stub;

  before(async () => {
    evals = await startService('evals', WATCHED_LOOP);
    endpoint = await startStub(({ body }, response) => {
      const { messages } = body as { messages: { content: string }[] };
      const [list, at] = messages.at(-1)?.content.split(' ') ?? [];
      const texts = list === 'text' ? TEXTS : DOCUMENTS;
      sendJson(response, chatCompletion(texts[Number(at)] ?? ''));
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  /** Returns the checks that the service accepts. */
  async function acceptable(checks: readonly object[]): Promise<readonly object[]> {
    const accepted: object[] = [];
    for (const check of checks) {
      const test_batch = { interactions: [{ user_message: 'text 9', checks: [check] }] };
      const request = createRequest({ endpoint: endpoint.url, test_batch });
      const { status, body } = await postEvaluate(evals, request);
      if (status === 200) accepted.push(check);
      else if (status !== 400) {
        // 400: nested deeper than any body may be.
        assert.match(Problem.parse(body).errors?.[0]?.pointer ?? '', /\/checks\/0\//);
      }
    }
    return accepted;
  }

  /** Runs all checks on each reply, several conversations at once. */
  async function checkAll(checks: readonly object[], messages: readonly string[]): Promise<void> {
    const interactions = messages.flatMap((user_message) =>
      Array.from({ length: Math.ceil(checks.length / 20) }, (_, at) => ({
        user_message,
        checks: checks.slice(at * 20, at * 20 + 20),
      })),
    );
    const request = createRequest({
      endpoint: endpoint.url,
      history: 'none',
      attempts: 2,
      test_batch: { interactions },
    });
    const { status, body } = await postEvaluate(evals, request);
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    const [scenario] = EvaluationResponse.parse(body).results.scenarios;
    const results = scenario?.attempts.flatMap((attempt) => attempt.interactions) ?? [];
    assert.equal(results.length, interactions.length * 2);
    assert.ok(results.every(({ outcome }) => outcome === 'answered'));
    assert.equal(
      results.flatMap((result) => result.checks).length,
      checks.length * messages.length * 2,
    );
  }

  /** Tries all checks, and runs those that are accepted; the event loop must stay free. */
  async function assertFree(
    test: TestContext,
    checks: readonly object[],
    messages: readonly string[],
  ): Promise<void> {
    const work = async (): Promise<number> => {
      await heldUp(evals); // forgets what was before
      const accepted = await acceptable(checks);
      await checkAll(accepted, messages);
      const { cpu_ms: cpu } = await heldUp(evals);
      test.diagnostic(`${accepted.length} accepted; held up by ${cpu.toFixed(0)} ms of work`);
      return cpu;
    };
    const excess = await findExcess({ bare: () => holdByLargestBody(evals, 'evals'), work });
    assert.equal(excess, undefined);
  }

  it('50 catastrophic regular expressions', async (test: TestContext) => {
    const patterns = PATTERNS.map((pattern) => ({ regex: pattern }));
    assert.ok(patterns.length >= 50);
    await assertFree(test, patterns, ['text 0', 'text 1', 'text 2']);
  });

  it('50 hostile schemas', async (test: TestContext) => {
    const schemas = SCHEMAS.map((schema) => ({ json_schema: schema }));
    assert.ok(schemas.length >= 50);
    await assertFree(test, schemas, ['json 0', 'json 1', 'json 2', 'json 3']);
  });
});
