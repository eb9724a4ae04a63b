import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatch, startRun } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';

const IN_FLIGHT = 48;
const PER_MINUTE = 300;
const TURNS = 4;
const RUN_TIMEOUT_MS = 500_000;

interface Call {
  readonly time_in: string;
  readonly time_out: string;
}

describe('a run at an endpoint with a limit', () => {
  it('has more than 0.9 of the calls in flight that it may have', async (t) => {
    const latency = { SIMULATOR_LATENCY_MS: '1000' };
    const calls = await play({ max_in_flight: IN_FLIGHT }, latency, 288);
    const [ins, outs] = [timesOf(calls, 'time_in'), timesOf(calls, 'time_out')];
    const busyMs = outs.reduce((sum, out, at) => sum + out - (ins[at] ?? out), 0);
    const used = busyMs / IN_FLIGHT / (Math.max(...outs) - Math.min(...ins));
    t.diagnostic(`${used.toFixed(3)} of the ideal throughput`);
    assert.ok(used > 0.9, `${used} of the ideal throughput`);
  });

  it('makes its calls a minute without a longer pause', async (t) => {
    const times = timesOf(await play({ per_minute: PER_MINUTE }, {}, 25), 'time_in');
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
    t.diagnostic(`100 calls at ${PER_MINUTE} a minute took ${seconds.toFixed(1)} s`);
    assert.ok(seconds < 23, `${seconds} s`);
  });
});

/** Plays a run, and returns its calls by the clock of the endpoint. */
async function play(
  limit: object,
  env: Readonly<Record<string, string>>,
  attempts: number,
): Promise<readonly Call[]> {
  await using simulator = await startService('simulator', env);
  const limits = [{ origin: simulator.url, ...limit }];
  await using evals = await startService('evals', {
    ENDPOINT_LIMITS: JSON.stringify(limits),
    MAX_ATTEMPTS: '1000',
    MAX_CONCURRENCY: '300',
  });
  const { run_id } = await startRun(evals, {
    endpoint: `${simulator.url}/v1`,
    model_id: 'sim/echo',
    attempts,
    concurrency: 300,
    test_batch: createBatch(1, TURNS),
  });
  await until('the run is over', () => isOver(evals, run_id), RUN_TIMEOUT_MS);
  const ledger = await (await fetch(`${simulator.url}/ledger`)).text();
  return ledger
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Call);
}

async function isOver(evals: Service, runId: string): Promise<boolean> {
  const response = await fetch(`${evals.url}/runs/${runId}?interactions=false`);
  return RunView.parse(await response.json()).finished_at !== null;
}

function timesOf(calls: readonly Call[], field: keyof Call): readonly number[] {
  return calls.map((call) => Date.parse(call[field]));
}
