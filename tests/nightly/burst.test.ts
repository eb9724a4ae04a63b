import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCallers, sendAtOnce } from '../bench/admission/callers.ts';
import { startAgent } from '../bench/admission/start-agent.ts';
import { startScript } from '../bench/processes.ts';
import { repeatCalls } from '../bench/repeat-calls.ts';

describe('concurrent requests', () => {
  it('are all answered by an idle agent: 500, and 1,000', async () => {
    await using model = await startScript('endpoint.ts', '20');
    await using agent = await startAgent({ HUB_BASE_URL: `http://127.0.0.1:${model.printed}/v1` });
    await using callers = createCallers(agent.url);
    const send = (): Promise<void> => callers.send();
    for (const count of [500, 1000]) {
      await repeatCalls({ calls: 200, concurrency: 4 }, send); // warms up without a queue
      const ends = await sendAtOnce(agent.url, count);
      assert.deepEqual(ends, { answered: count, refused: 0, faults: [] });
    }
    assert.deepEqual(callers.ends, { answered: 400, refused: 0, faults: [] });
  });
});
