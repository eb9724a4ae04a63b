import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isPermanentError,
  retry,
  retryPause,
  type FailedTry,
  type RetryState,
} from './failed-try.ts';

function problem(code: string): string {
  const about = { type: `urn:fairtrial:problem:${code}`, title: '', detail: '', instance: '/' };
  return JSON.stringify({ ...about, status: 502, code, request_id: 'r' });
}

const isFinalProblem = (body: string, type = 'application/problem+json; charset=utf-8'): boolean =>
  isPermanentError({ headers: { 'content-type': type } }, body);

describe('isPermanentError', () => {
  it('a problem document with a permanent code is a permanent error', () => {
    for (const code of ['model_unavailable', 'provider_auth', 'provider_not_configured']) {
      assert.equal(isFinalProblem(problem(code)), true, code);
    }
    for (const code of ['overloaded', 'provider_error', 'provider_timeout', 'internal']) {
      assert.equal(isFinalProblem(problem(code)), false, code);
    }
  });

  it('a body that only looks like a problem document is not a permanent error', () => {
    for (const body of ['', '{', 'null', '{"code": "model_unavailable"}', problem('no_such')]) {
      assert.equal(isFinalProblem(body), false, body);
    }
    assert.equal(isFinalProblem(problem('model_unavailable'), 'application/json'), false);
  });

  it('x-should-retry: false is a permanent error regardless of the body', () => {
    assert.equal(isPermanentError({ headers: { 'x-should-retry': 'false' } }, ''), true);
    assert.equal(isPermanentError({ headers: { 'x-should-retry': 'true' } }, ''), false);
  });
});

const failure: FailedTry = {
  state: 'failed',
  kind: 'http',
  status: 503,
  message: '',
  reached: true,
  cutOff: false,
  permanent: false,
  retryAfter: undefined,
};
const state: RetryState = { tries: 1, retries: 3, random: () => 1, now: () => 0 };

describe('retryPause', () => {
  it('only transient failures are retried', () => {
    for (const status of [408, 425, 429, 500, 502, 503, 504, 529]) {
      assert.ok(retryPause({ ...failure, status }, state) !== undefined, String(status));
    }
    for (const status of [400, 401, 403, 404, 405, 422, 501]) {
      assert.equal(retryPause({ ...failure, status }, state), undefined, String(status));
    }
    const cut = { ...failure, status: null, kind: 'bad_response' } as const;
    assert.ok(retryPause({ ...cut, cutOff: true }, state) !== undefined);
    assert.equal(retryPause(cut, state), undefined);
    assert.equal(retryPause({ ...cut, kind: 'timeout' }, state), undefined);
  });

  it('permanent failures are not retried', () => {
    for (const status of [429, 500, 502, 503]) {
      assert.equal(retryPause({ ...failure, status, permanent: true }, state), undefined);
    }
  });

  it('the retry pause doubles up to 20 seconds and ends after the last retry', () => {
    const pauses = [1, 2, 3, 4].map((tries) => retryPause(failure, { ...state, tries }));
    assert.deepEqual(pauses, [500, 1000, 2000, undefined]);
    assert.equal(retryPause(failure, { ...state, tries: 9, retries: 10 }), 20_000);
  });

  it('a failed connection is retried once, within 200 ms', () => {
    for (const kind of ['connect', 'timeout'] as const) {
      const unreached = { ...failure, kind, status: null, reached: false };
      assert.equal(retryPause(unreached, state), 200);
      assert.equal(retryPause(unreached, { ...state, tries: 2 }), undefined);
    }
    for (const kind of ['blocked', 'bad_endpoint'] as const) {
      assert.equal(retryPause({ ...failure, kind, reached: false }, state), undefined);
    }
  });

  it('the retry pause follows Retry-After up to one minute', () => {
    const after = (retryAfter: string): number | undefined =>
      retryPause({ ...failure, status: 429, retryAfter }, { ...state, random: () => 0 });
    assert.equal(after('7'), 7000);
    assert.equal(after('60'), 60_000);
    assert.equal(after('61'), undefined);
    assert.equal(after(new Date(5000).toUTCString()), 5000);
    assert.equal(after(new Date(-5000).toUTCString()), 0);
    assert.equal(after('soon'), 0);
  });

  it('the retry pause is at most a twentieth or 200 ms longer than Retry-After, so that callers spread', () => {
    const latest = (retryAfter: string): number | undefined =>
      retryPause({ ...failure, status: 429, retryAfter }, state);
    assert.deepEqual([latest('2'), latest('60')], [2100, 60_200]);
  });

  it('the retry pause has full jitter within its limit', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 20 }), (share, tries) => {
        const pause = retryPause(failure, { ...state, tries, retries: 20, random: () => share });
        const most = Math.min(20_000, 500 * 2 ** (tries - 1));
        assert.equal(pause, share * most);
      }),
    );
  });
});

describe('retry', () => {
  it('returns the last try with their number', async () => {
    const { signal } = new AbortController();
    const never = { retries: 0, signal, mayPause: () => true };
    assert.deepEqual(await retry(async () => failure, never), { answer: failure, tries: 1 });
    const pauses: number[] = [];
    const mayPause = (ms: number): boolean => pauses.push(ms) < 2;
    const again = await retry(async () => failure, { retries: 9, signal, mayPause });
    assert.deepEqual([again, pauses.length], [{ answer: failure, tries: 2 }, 2]);
  });

  it('throws the reason of an abort during the pause', async () => {
    const stopping = new AbortController();
    const reason = new Error('the run was cancelled');
    const mayPause = (): boolean => {
      stopping.abort(reason);
      return true;
    };
    const rules = { retries: 1, signal: stopping.signal, mayPause };
    await assert.rejects(
      retry(async () => failure, rules),
      (thrown) => thrown === reason,
    );
  });
});
