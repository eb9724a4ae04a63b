import { Problem, RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import {
  evaluate,
  firstInteraction,
  postEvaluate,
  createRequest,
} from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { startStub } from '../../support/stubs/start-stub.ts';

describe('asynchronous runs', () => {
  let evals: Service;

  before(async () => {
    evals = await startService('evals');
  });
  after(() => evals[Symbol.asyncDispose]());

  it('Prefer: respond-async is answered at once, and the run is found at its Location', async () => {
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      await release.promise;
      response.end('late');
    });
    const { status, headers, body } = await postEvaluate(
      evals,
      createRequest({ endpoint: slow.url }),
      {
        prefer: 'respond-async',
      },
    );
    assert.equal(status, 202);
    assert.equal(headers.get('preference-applied'), 'respond-async');
    const accepted = RunView.parse(body);
    assert.equal(headers.get('location'), `/runs/${accepted.run_id}`);
    assert.deepEqual([accepted.state, accepted.result], ['running', null]);
    release.resolve();
    const finished = await untilFinished(accepted.run_id);
    assert.deepEqual(finished.turns, { finished: 1, total: 1 });
    assert.ok(finished.result);
    assert.equal(firstInteraction(finished.result).agent_reply, 'late');
  });

  it('a synchronous caller that hangs up does not cancel the run', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await using slow = await startStub(async (_, response) => {
      asked.resolve();
      await release.promise;
      response.end('late');
    });
    const caller = new AbortController();
    const pending = fetch(`${evals.url}/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'hung-up' },
      body: JSON.stringify(createRequest({ endpoint: slow.url })),
      signal: caller.signal,
    });
    await asked.promise;
    caller.abort();
    await assert.rejects(pending);
    const runId = await untilLogged(/"request_id":"hung-up","run_id":"([^"]+)"/);
    release.resolve();
    assert.equal((await untilFinished(runId)).state, 'completed');
  });

  it('a run that does not exist is 404', async () => {
    for (const id of ['nonsense', '01a1dcd3-b938-70ec-9762-1d939ad9c69d']) {
      const response = await fetch(`${evals.url}/runs/${id}`);
      assert.equal(response.status, 404);
      assert.equal(Problem.parse(await response.json()).code, 'run_not_found');
    }
  });

  it('a service that gets SIGTERM finishes the runs that no caller waits for', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const answered: number[] = [];
    await using slow = await startStub(async (_, response) => {
      asked.resolve();
      await release.promise;
      answered.push(1);
      response.end('late');
    });
    const stopping = await startService('evals');
    await postEvaluate(stopping, createRequest({ endpoint: `${slow.url}/v1`, attempts: 3 }), {
      prefer: 'respond-async',
    });
    await asked.promise;
    const exited = once(stopping.process, 'exit');
    stopping.process.kill('SIGTERM');
    await assert.rejects(async () => {
      for (;;) await (await fetch(`${stopping.url}/livez`)).text();
    });
    release.resolve();
    assert.deepEqual(await exited, [0, null]);
    assert.equal(answered.length, 3);
  });

  async function untilLogged(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(evals.output())?.[1];
      if (found !== undefined) return found;
      await once(evals.process.stdout ?? evals.process, 'data');
    }
  }

  async function untilFinished(runId: string): Promise<RunView> {
    for (;;) {
      const response = await fetch(`${evals.url}/runs/${runId}`);
      const run = RunView.parse(await response.json());
      if (run.state !== 'running') return run;
    }
  }
});

describe('order and concurrency', () => {
  it('attempts run in parallel up to `concurrency`, at most the maximum, and are returned in order', async () => {
    await using evals = await startService('evals', { MAX_CONCURRENCY: '4' });
    let together = 1;
    let most = 0;
    const held: (() => void)[] = [];
    // Holds all answers until the maximum number of concurrent requests has arrived.
    await using endpoint = await startStub((request, response) => {
      held.push(() => response.end(String(request.headers['x-fairtrial-conversation'])));
      most = Math.max(most, held.length);
      if (held.length >= together) for (const answer of held.splice(0)) answer();
    });
    for (const [concurrency, expected] of [
      [1, 1],
      [3, 3],
      [50, 4],
    ] as const) {
      most = 0;
      together = expected;
      const answer = await evaluate(evals, {
        endpoint: `${endpoint.url}/v1`,
        attempts: 12,
        concurrency,
      });
      assert.equal(most, expected);
      const attempts = answer.results.scenarios[0]?.attempts ?? [];
      assert.deepEqual(
        attempts.map((attempt) => attempt.interactions[0]?.agent_reply.split('/')[2]),
        attempts.map((_, no) => String(no)),
      );
      assert.equal(
        answer.warnings.some((warning) => warning.includes('lowered')),
        concurrency > 4,
      );
    }
  });
});
