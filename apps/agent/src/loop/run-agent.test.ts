import type { WireMessage } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addSystemPrompt } from './run-agent.ts';

/** Returns the messages that reach the model. */
function sent(...messages: WireMessage[]): readonly WireMessage[] {
  let received: readonly WireMessage[] = [];
  const run = addSystemPrompt('Be brief.', ({ messages: given }) => {
    received = given;
    return (async function* () {})();
  });
  const { signal } = new AbortController();
  const route = { provider: 'hub', model: 'a/b' } as const;
  run({
    route,
    messages,
    parameters: {},
    callerTools: [],
    allowFallback: true,
    stream: false,
    signal,
  });
  return received;
}

describe('addSystemPrompt', () => {
  const user = { role: 'user', content: 'Hi' } as const;

  it("adds the operator's prompt as first message if the caller has no system message", () => {
    assert.deepEqual(sent(user), [{ role: 'system', content: 'Be brief.' }, user]);
  });

  it("merges the caller's system message after the operator's prompt", () => {
    for (const role of ['system', 'developer'] as const) {
      assert.deepEqual(sent({ role, content: 'Speak French.' }, user), [
        { role, content: 'Be brief.\n\nSpeak French.' },
        user,
      ]);
    }
    const part = { type: 'text', text: 'Speak French.' };
    assert.deepEqual(sent({ role: 'system', content: [part] })[0]?.content, [
      { type: 'text', text: 'Be brief.' },
      part,
    ]);
  });
});
