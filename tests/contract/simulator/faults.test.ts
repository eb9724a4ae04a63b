import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate, firstInteraction } from '../../support/calls/evaluate.ts';
import { startService, type Service } from '../../support/services/start-service.ts';

/** The kind of error that a caller must report for each fault. */
const KINDS: Readonly<Record<string, string>> = {
  'reset-before': 'connect',
  'reset-mid-body': 'bad_response',
  'status-401': 'auth',
  'status-403': 'auth',
  'status-404': 'http',
  'status-429': 'rate_limit',
  'status-500': 'http',
  'status-503': 'http',
  'truncated-json': 'bad_response',
  'html-200': 'bad_response',
  'empty-200': 'bad_response',
  'redirect-302': 'bad_response',
  'endless-body': 'bad_response',
  'gzip-bomb': 'bad_response',
  'deep-json': 'bad_response',
  drip: 'timeout',
  stall: 'timeout',
};

const REPAIRED: Readonly<Record<string, string>> = {
  'nul-reply': 'before\uFFFDafter',
  'lone-surrogate': 'half a smile \uFFFD',
  'invalid-utf8': 'caf\uFFFD',
};

describe('an endpoint fault', () => {
  let simulator: Service;
  let evals: Service;

  before(async () => {
    simulator = await startService('simulator');
    evals = await startService('evals', {
      ENDPOINT_TIMEOUT_SECONDS: '10', // two faults take that long, and all others milliseconds
      ENDPOINT_RETRIES: '1',
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });

  const play = (model_id: string): ReturnType<typeof evaluate> =>
    evaluate(evals, { endpoint: `${simulator.url}/v1`, model_id });

  it('leads to its kind of error, and affects no other call', async () => {
    const faults = Object.entries(KINDS).map(async ([name, kind]) => {
      const { error } = firstInteraction(await play(`fault/${name}`));
      assert.ok(error);
      assert.equal(error.kind, kind, `${name}: ${JSON.stringify(error)}`);
    });
    const others = Array.from({ length: 20 }, async () => {
      assert.equal(firstInteraction(await play('sim/echo')).agent_reply, 'Hello');
    });
    await Promise.all([...faults, ...others]);
  });

  it('that corrupts the text gives a reply that is made storable and flagged', async () => {
    for (const [name, text] of Object.entries(REPAIRED)) {
      const first = firstInteraction(await play(`fault/${name}`));
      assert.equal(first.agent_reply, text, name);
      assert.deepEqual(first.flags, ['text_repaired']);
    }
  });

  it('is played for a share of the calls, the same ones for the same keys', async () => {
    const ask = async (key: number): Promise<number> => {
      const response = await fetch(`${simulator.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-sim-fault': 'status-500@0.3',
          'idempotency-key': `key ${key}`,
        },
        body: JSON.stringify({ model: 'sim/echo', messages: [{ role: 'user', content: 'x' }] }),
      });
      await response.text();
      return response.status;
    };
    const keys = Array.from({ length: 100 }, (_, key) => key);
    const first = await Promise.all(keys.map(ask));
    assert.deepEqual(await Promise.all(keys.map(ask)), first);
    const failed = first.filter((status) => status === 500).length;
    assert.ok(failed > 10 && failed < 50, `${failed} of 100`);
  });

  it('is recorded in the ledger', async () => {
    await play('fault/empty-200');
    const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
    assert.match(ledger, /"fault":"empty-200"/);
  });
});
