import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measurePeak, overload } from '../bench/admission/overload.ts';
import { startAgent } from '../bench/admission/start-agent.ts';
import { startScript } from '../bench/processes.ts';

/** Duration of the overload; CI sets it to a minute. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);

describe('a load of three times the capacity', () => {
  it(`is refused with Retry-After for ${SECONDS} s, while the rest is answered and /livez is fast`, async (t) => {
    // A model that costs almost nothing: the service must be the bottleneck.
    await using model = await startScript('endpoint.ts', '20');
    await using agent = await startAgent({ HUB_BASE_URL: `http://127.0.0.1:${model.printed}/v1` });
    const peak = await measurePeak(agent);
    const { goodput, ends, livez } = await overload(agent, peak, SECONDS);
    const faults = ends.faults.slice(0, 3);
    t.diagnostic(JSON.stringify({ peak, goodput, ...ends, faults, livez }));
    assert.deepEqual(ends.faults, []);
    assert.ok(ends.refused > ends.answered, 'the excess is refused');
    assert.ok(goodput >= 0.6, `goodput ${goodput}`);
    // Wall time also includes the callers and other programs on the two cores; it is printed above.
    assert.ok(livez.cpu.p95 < 100, `livez took ${livez.cpu.p95} ms of processor time`);
  });
});
