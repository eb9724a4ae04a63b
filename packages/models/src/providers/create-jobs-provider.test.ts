import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ModelCall } from '../calls/model-call.ts';
import { fetchWithV1Fallback } from '../calls/v1-fallback.ts';
import { runJob } from './create-jobs-provider.ts';

const call: ModelCall = {
  model: 'uuid',
  messages: [{ role: 'user', content: 'Hello' }],
  parameters: { temperature: 0.2 },
  headers: {},
  signal: new AbortController().signal,
};

/** A provider that returns these answers in order and records requests in `asked`. */
function provider(answers: readonly unknown[], asked: [string, unknown][] = []) {
  let next = 0;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { body } = init ?? {};
    asked.push([input as string, typeof body === 'string' ? JSON.parse(body) : undefined]);
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  };
  return { fetch, baseUrl: 'http://studio/api/', organization: 'o 1', deadlineMs: 20_000 };
}

describe('runJob', () => {
  it('runJob posts the messages in a nested list and polls until the job is finished', async () => {
    const asked: [string, unknown][] = [];
    const answers = [
      { job_id: 7 },
      { job_status: 'RUNNING' },
      { job_status: 'FINISHED', results: [{ result: 'Hi' }] },
    ];
    const outcome = await runJob(provider(answers, asked), call);
    assert.ok(outcome.state === 'answered' && outcome.text === 'Hi');
    assert.deepEqual(asked, [
      [
        'http://studio/api/organizations/o%201/generate',
        { model_id: 'uuid', messages: [[{ role: 'user', content: 'Hello' }]], temperature: 0.2 },
      ],
      ['http://studio/api/organizations/o%201/generate/7', undefined],
      ['http://studio/api/organizations/o%201/generate/7', undefined],
    ]);
  });

  it('a failed job returns an error of the matching kind', async () => {
    const cases = [
      [[{ job_id: 'a' }, { job_status: 'FAILED' }], 'http'],
      [[{ job_id: 'a' }, { job_status: 'CANCELED' }], 'http'],
      [[{ job_id: 'a' }, { job_status: 'FINISHED', results: [] }], 'bad_response'],
      [[{ id: 'a' }], 'bad_response'],
      [[new Response('<html>')], 'bad_response'],
      [[new Response('no', { status: 401 })], 'auth'],
      [[new Response('', { status: 503 })], 'http'],
    ] as const;
    for (const [answers, kind] of cases) {
      const outcome = await runJob(provider(answers), call);
      assert.ok(outcome.state === 'failed', kind);
      assert.equal(outcome.error.kind, kind);
    }
  });

  it("runJob rejects with its caller's abort reason", async () => {
    const controller = new AbortController();
    const slow = provider([{ job_id: 'a' }, { job_status: 'RUNNING' }]);
    const pending = runJob(slow, { ...call, signal: controller.signal });
    controller.abort(new Error('caller went away'));
    await assert.rejects(pending, /caller went away/);
  });

  it('runJob times out at its deadline', async () => {
    const slow = provider([{ job_id: 'a' }, { job_status: 'RUNNING' }]);
    const outcome = await runJob({ ...slow, deadlineMs: 150 }, call);
    assert.ok(outcome.state === 'failed' && outcome.error.kind === 'timeout');
  });
});

describe('fetchWithV1Fallback', () => {
  const found = (at: string, asked: string[]): typeof fetch =>
    fetchWithV1Fallback('http://hub/', (input) => {
      asked.push(input as string);
      return Promise.resolve(new Response('', { status: input === at ? 200 : 404 }));
    });

  it('fetchWithV1Fallback remembers that /v1 is needed', async () => {
    const asked: string[] = [];
    const fetchFrom = found('http://hub/v1/models', asked);
    assert.equal((await fetchFrom('http://hub/models')).status, 200);
    assert.equal((await fetchFrom('http://hub/models')).status, 200);
    assert.deepEqual(asked, ['http://hub/models', 'http://hub/v1/models', 'http://hub/v1/models']);
  });

  it('fetchWithV1Fallback keeps a base URL that answers', async () => {
    const asked: string[] = [];
    assert.equal((await found('http://hub/models', asked)('http://hub/models')).status, 200);
    assert.deepEqual(asked, ['http://hub/models']);
  });
});
