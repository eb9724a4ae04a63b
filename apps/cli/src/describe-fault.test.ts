import { ApiError } from '@assay/client';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CliError } from './command/cli-error.ts';
import { describeFault } from './describe-fault.ts';

const FAULT = { title: 'Wrong', detail: 'it is wrong', requestId: 'r-1' } as const;

function api(status: number, code: ApiError['code'], more = {}): ApiError {
  return new ApiError({ ...FAULT, status, code, ...more });
}

describe('a fault', () => {
  it('has the exit code of whoever can mend it', () => {
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
    for (const [thrown, code] of cases) assert.equal(describeFault(thrown).exitCode, code);
  });

  it('says every field that is wrong, and the request where the service failed', () => {
    const errors = ['/a', '/b'].map((pointer) => ({ pointer, detail: 'must be\u001B more' }));
    assert.equal(
      describeFault(api(422, 'invalid_request', { errors })).message,
      'it is wrong\n  /a: must be\\x1b more\n  /b: must be\\x1b more',
    );
    assert.equal(describeFault(api(500, 'internal')).message, 'it is wrong\nRequest r-1.');
  });
});
