import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { createEndpointBreaker } from './circuit-breaker.ts';
import type { ModelOutcome } from './model-call.ts';

const answered: ModelOutcome = {
  state: 'answered',
  text: '',
  metadata: undefined,
  usage: undefined,
  toolCalls: undefined,
  model: undefined,
  flags: [],
  elapsedMs: 1,
};

function failed(reached: boolean, kind: 'connect' | 'timeout' = 'connect'): ModelOutcome {
  const error = { kind, status: null, message: '', tries: 2, elapsed_ms: 1 } as const;
  return { state: 'failed', reached, error };
}

function unread(proposed_reply: string | null): ModelOutcome {
  const error = {
    kind: 'bad_response',
    status: 200,
    message: '',
    tries: 1,
    elapsed_ms: 1,
  } as const;
  return { state: 'failed', reached: true, error: { ...error, proposed_reply } };
}

function outcomeKind(outcome: ModelOutcome): string {
  return outcome.state === 'answered' ? 'answered' : outcome.error.kind;
}

describe('createEndpointBreaker', () => {
  it('the circuit stays open if the endpoint was never reached', async () => {
    mock.timers.enable({ apis: ['Date'] });
    const breaker = createEndpointBreaker();
    let calls = 0;
    const call = async (): Promise<ModelOutcome> => {
      calls += 1;
      return failed(false);
    };
    const kinds = [];
    for (let n = 0; n < 8; n += 1) kinds.push(outcomeKind(await breaker(call)));
    mock.timers.tick(3_600_000);
    kinds.push(outcomeKind(await breaker(call)));
    mock.timers.reset();
    assert.equal(calls, 5);
    assert.deepEqual(new Set(kinds.slice(5)), new Set(['circuit_open']));
  });

  it('the circuit half-opens after a while if the endpoint was reached before', async () => {
    mock.timers.enable({ apis: ['Date'] });
    const breaker = createEndpointBreaker();
    await breaker(async () => answered);
    for (let n = 0; n < 5; n += 1) await breaker(async () => failed(false));
    assert.equal(outcomeKind(await breaker(async () => answered)), 'circuit_open');
    mock.timers.tick(5001);
    assert.equal(outcomeKind(await breaker(async () => answered)), 'answered');
    assert.equal(outcomeKind(await breaker(async () => answered)), 'answered');
    mock.timers.reset();
  });

  it('the circuit opens after one connect timeout if the endpoint was never reached', async () => {
    const breaker = createEndpointBreaker();
    assert.equal(outcomeKind(await breaker(async () => failed(false, 'timeout'))), 'timeout');
    assert.equal(outcomeKind(await breaker(async () => answered)), 'circuit_open');
  });

  it('one connect timeout does not open the circuit if the endpoint was reached before or meanwhile', async () => {
    const breaker = createEndpointBreaker();
    const underWay = Promise.withResolvers<ModelOutcome>();
    const waiting = breaker(() => underWay.promise);
    await breaker(async () => failed(false, 'timeout'));
    underWay.resolve(answered);
    await waiting;
    assert.equal(outcomeKind(await breaker(async () => failed(false, 'timeout'))), 'timeout');
    assert.equal(outcomeKind(await breaker(async () => answered)), 'answered');
  });

  it('the circuit opens after five responses without a readable reply and proposes its location', async () => {
    const breaker = createEndpointBreaker();
    let calls = 0;
    const call = async (): Promise<ModelOutcome> => {
      calls += 1;
      return unread('/data/said');
    };
    for (let n = 0; n < 5; n += 1) assert.equal(outcomeKind(await breaker(call)), 'bad_response');
    const outcome = await breaker(call);
    assert.ok(outcome.state === 'failed' && outcome.error.kind === 'circuit_open');
    assert.equal(outcome.error.proposed_reply, '/data/said');
    assert.match(outcome.error.message, /answered 5 times and no reply could be read/);
    assert.equal(calls, 5);
  });

  it('unreadable replies do not open the circuit once a reply was read', async () => {
    const breaker = createEndpointBreaker();
    await breaker(async () => unread(null));
    await breaker(async () => answered);
    for (let n = 0; n < 20; n += 1) {
      assert.equal(outcomeKind(await breaker(async () => unread(null))), 'bad_response');
    }
  });

  it('failures of a reachable endpoint do not open the circuit', async () => {
    const breaker = createEndpointBreaker();
    for (let n = 0; n < 20; n += 1) {
      assert.equal(outcomeKind(await breaker(async () => failed(true))), 'connect');
    }
  });
});
