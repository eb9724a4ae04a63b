import { after, before, describe, it } from 'node:test';
import { createBatch, startRun, untilOver, type ApiTarget } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';
import { startStub, type Stub } from '../../support/stubs/start-stub.ts';

const IN_FLIGHT = 20;
/** Calls that one project alone may have in flight: a tenth is reserved for others. */
const ALONE = 18;

describe('a project whose endpoint never answers', () => {
  let evals: Service;
  let tarpit: Stub;
  let endpoint: Stub;
  const as = (project: string): ApiTarget => ({
    url: evals.url,
    headers: { authorization: `Bearer key-of-${project}` },
  });

  before(async () => {
    evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: ['a', 'b', 'c'].map((name) => `key-of-${name};project=${name}`).join(','),
      WORKER_IN_FLIGHT: String(IN_FLIGHT),
      ENDPOINT_TIMEOUT_SECONDS: '600', // no call that hangs ends by itself and makes room
      REQUESTS_PER_MINUTE: '100000', // the test polls
    });
    tarpit = await startStub(() => undefined);
    endpoint = await startStub((_, response) => response.end('fine'));
  });
  after(async () => {
    await tarpit[Symbol.asyncDispose](); // first, because a service waits for its calls in flight
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const startStuck = (project: string): Promise<object> =>
    startRun(as(project), {
      endpoint: `${tarpit.url}/v1`,
      attempts: IN_FLIGHT,
      concurrency: IN_FLIGHT,
    });

  async function playTwenty(project: string): Promise<void> {
    const { run_id } = await startRun(as(project), {
      endpoint: `${endpoint.url}/v1`,
      attempts: 10,
      concurrency: 10,
      test_batch: createBatch(1, 2),
    });
    await untilOver(as(project), run_id);
  }

  it('leaves room in a full worker for the runs of another project', async () => {
    for (let run = 0; run < 10; run += 1) await startStuck('a');
    await until('the worker is full', () => tarpit.requests.length >= ALONE);
    await playTwenty('b');
  });

  it('leaves room for a third project if two have such endpoints', async () => {
    await startStuck('b');
    await until('b has a part of the rest', () => tarpit.requests.length > ALONE);
    await playTwenty('c');
  });
});
