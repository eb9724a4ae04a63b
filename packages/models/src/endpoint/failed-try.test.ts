import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPermanentError } from './failed-try.ts';

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
