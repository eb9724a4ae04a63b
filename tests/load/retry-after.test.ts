import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { evaluate, firstInteraction } from '../support/calls/evaluate.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';

const SECONDS = 2;
const SECONDS_AHEAD = 3;
/** Tolerated delay as a share of the requested one. */
const LATER = 0.1;
/** Tolerance for the rounding of timers and clocks. */
const TICK_MS = 2;

/** Returns a time that a header can express: HTTP dates have whole seconds. */
function momentAhead(now: number): number {
  return Math.ceil(now / 1000 + SECONDS_AHEAD) * 1000;
}

interface Refusing extends Stub {
  /** When each call arrived and the first was refused, by the clock of the endpoint. */
  readonly asked: readonly number[];
}

/** Starts an endpoint that refuses its first call. */
async function startRefusing(retryAfter: (now: number) => string): Promise<Refusing> {
  const asked: number[] = [];
  const stub = await startStub((_, response) => {
    const now = Date.now();
    asked.push(now);
    if (asked.length > 1) sendJson(response, chatCompletion('Hi'));
    else response.writeHead(429, { 'retry-after': retryAfter(now) }).end();
  });
  return { ...stub, asked };
}

describe('an endpoint with a Retry-After header', () => {
  let evals: Service;
  /** Milliseconds that an evaluation without waiting takes on this machine now. */
  let bare: number;

  before(async () => {
    evals = await startService('evals');
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hi')),
    );
    const measure = async (): Promise<number> => {
      const started = performance.now();
      await evaluate(evals, { endpoint: `${endpoint.url}/v1` });
      return performance.now() - started;
    };
    await measure(); // the first call of a process is slower than others
    bare = await measure();
  });
  after(() => evals[Symbol.asyncDispose]());

  /** Returns the times of the refusal and of the next call. */
  async function askAgain(endpoint: Refusing): Promise<readonly [number, number]> {
    const { agent_reply: reply } = firstInteraction(
      await evaluate(evals, { endpoint: `${endpoint.url}/v1` }),
    );
    assert.equal(reply, 'Hi');
    const [refused, again, ...more] = endpoint.asked;
    assert.ok(refused !== undefined && again !== undefined);
    assert.deepEqual(more, [], 'asked once more, not more often');
    return [refused, again];
  }

  function assertWithin(t: TestContext, waited: number, askedFor: number): void {
    t.diagnostic(`asked for ${askedFor} ms, waited ${waited} ms; ${Math.ceil(bare)} ms without`);
    assert.ok(waited >= askedFor - TICK_MS, `${waited} ms: too early`);
    assert.ok(waited <= askedFor * (1 + LATER) + bare, `${waited} ms: too late`);
  }

  it(`in ${SECONDS} seconds is called again then, or up to a tenth later`, async (t) => {
    await using endpoint = await startRefusing(() => String(SECONDS));
    const [refused, again] = await askAgain(endpoint);
    assertWithin(t, again - refused, SECONDS * 1000);
  });

  it('at a date is called again then, or up to a tenth of the delay later', async (t) => {
    await using endpoint = await startRefusing((now) => new Date(momentAhead(now)).toUTCString());
    const [refused, again] = await askAgain(endpoint);
    assertWithin(t, again - refused, momentAhead(refused) - refused);
  });
});
