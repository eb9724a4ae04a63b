import type { WireMessage } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTraceText } from './trace-text.ts';

/** Returns the messages in the attributes of a model call's span. */
function traced(...messages: WireMessage[]): { role: string; parts: object[] }[] {
  const attributes = createTraceText((text) => text.replaceAll('hunter2', '[secret]'));
  const json = attributes.input(messages)['gen_ai.input.messages'];
  return JSON.parse(String(json)) as { role: string; parts: object[] }[];
}

describe('message text on spans', () => {
  it('tool calls and tool results become parts of the traced messages', () => {
    const called = { name: 'add', arguments: '{"a":1,"password":"hunter2"}' };
    assert.deepEqual(
      traced(
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: called }],
        },
        { role: 'tool', content: 'three', tool_call_id: 'c1' },
      ),
      [
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool_call',
              id: 'c1',
              name: 'add',
              arguments: '{"a":1,"password":"[secret]"}',
            },
          ],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'three' }] },
      ],
    );
  });

  it('long texts are truncated, and the newest messages of a long conversation are kept', () => {
    const long = (n: number): WireMessage => ({ role: 'user', content: `${n}${'x'.repeat(9000)}` });
    const kept = traced(...Array.from({ length: 20 }, (_, n) => long(n)));
    assert.ok(kept.length < 10 && kept.length > 5, String(kept.length));
    assert.match(JSON.stringify(kept.at(-1)), /"19x{7998} \[cut\]"/);
  });
});
