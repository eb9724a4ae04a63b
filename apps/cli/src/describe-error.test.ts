import { ApiError } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CliError } from './command/exit-code.ts';
import { describeError } from './describe-error.ts';

const PROBLEM = { title: 'Wrong', detail: 'it is wrong', requestId: 'r-1' } as const;

function api(status: number, code: ApiError['code'], more = {}): ApiError {
  return new ApiError({ ...PROBLEM, status, code, ...more });
}

describe('describeError', () => {
  it('describeError returns 2 if the user can correct the request, 4 if the service failed', () => {
    const cases = [
      [new CliError(3, 'x'), 3],
      [api(422, 'invalid_request'), 2],
      [api(401, 'unauthorized'), 2],
      [api(404, 'run_not_found'), 2],
      [api(429, 'rate_limited'), 4],
      [api(503, 'overloaded'), 4],
      [api(0, 'unreachable'), 4],
      [new Error('a bug'), 4],
    ] as const;
    for (const [error, code] of cases) assert.equal(describeError(error).exitCode, code);
  });

  it('describeError names every invalid field, and the request id if the service failed', () => {
    const errors = ['/a', '/b'].map((pointer) => ({ pointer, detail: 'must be\u001B more' }));
    assert.equal(
      describeError(api(422, 'invalid_request', { errors })).message,
      'it is wrong\n  a: must be\\x1b more\n  b: must be\\x1b more',
    );
    assert.equal(describeError(api(500, 'internal')).message, 'it is wrong\nRequest r-1.');
  });
});
