import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refuseToStart } from '../support/start-service.ts';

describe('a service process', () => {
  it('says every fault of its environment at once, in words, and ends with 2', async () => {
    const { exitCode, output } = await refuseToStart('simulator', {
      SIMULATOR_PORT: 'eighty',
      SIMULATOR_LATENCY_MS: '-1',
    });
    assert.equal(exitCode, 2);
    assert.equal(
      output,
      'Cannot start: the environment needs a change.\n' +
        '  SIMULATOR_PORT: must be a port number from 0 to 65535; got "eighty"\n' +
        '  SIMULATOR_LATENCY_MS: must be milliseconds; got "-1"\n',
    );
  });
});
