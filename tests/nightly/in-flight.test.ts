import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../../scripts/node-flags.ts';
import { startService } from '../support/services/start-service.ts';

interface Report {
  readonly calls: number;
  readonly failed: number;
  readonly megabytes: number;
}

interface Summary {
  readonly calls: number;
  readonly repeated: number;
  readonly max_in_flight: number;
}

describe('one process', () => {
  it('holds 2,500 calls in flight, loses none and stays under 300 MB', async (t) => {
    await using simulator = await startService('simulator', { SIMULATOR_LATENCY_MS: '2500' });
    const file = fileURLToPath(new URL('hold-calls.ts', import.meta.url));
    const holder = spawn(process.execPath, [...nodeFlags('agent'), file, `${simulator.url}/v1`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const report = JSON.parse(await text(holder.stdout)) as Report;
    const summary = await fetch(`${simulator.url}/ledger/summary`);
    const ledger = (await summary.json()) as Summary;
    t.diagnostic(JSON.stringify({ ...report, ledger }));
    assert.equal(report.failed, 0);
    assert.deepEqual([ledger.calls, ledger.repeated], [report.calls, 0]);
    assert.equal(ledger.max_in_flight, 2500);
    assert.ok(report.megabytes < 300, `${report.megabytes} MB`);
  });
});
