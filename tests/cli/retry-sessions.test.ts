import assert from 'node:assert/strict';
import { it } from 'node:test';
import { evaluate } from '../support/calls/evaluate.ts';
import { startService } from '../support/services/start-service.ts';
import { SESSION_TARGET, startSessionApi } from '../support/stubs/start-session-api.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runFairtrial } from './run-fairtrial.ts';

const SAID = 'Conversations with a session or a simulated user start again from the first turn.';

it('fairtrial retry says that conversations with a session start again, and nothing about other conversations', async () => {
  await using evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
  await using chats = await startSessionApi();
  chats.refused.add('0/0');
  const kept = await evaluate(evals, { endpoint: chats.url, target: SESSION_TARGET });
  chats.refused.clear();
  let isDown = true;
  await using model = await startStub((_, response) =>
    sendJson(response, chatCompletion('Hi'), isDown ? 400 : 200),
  );
  const other = await evaluate(evals, { endpoint: `${model.url}/v1` });
  isDown = false;
  for (const [runId, times] of [
    [kept.run_id, 1],
    [other.run_id, 0],
  ] as const) {
    const { code, stderr } = await runFairtrial(['retry', runId, '--server', evals.url], {});
    assert.equal(code, 0, stderr);
    assert.equal(stderr.split(SAID).length - 1, times, stderr);
  }
});
