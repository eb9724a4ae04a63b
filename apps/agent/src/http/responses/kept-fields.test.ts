import type { Completion } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeKeptFields, encodeKeptFields } from './kept-fields.ts';

type Message = Completion['choices'][0]['message'];

function messageOf(fields: object, calls: readonly { id: string }[]): Message {
  const tool_calls = calls.map((wire) => ({ id: wire.id, name: 'look', arguments: '{}', wire }));
  return { content: '', refusal: null, fields, tool_calls } as unknown as Message;
}

describe('the fields that a provider requires back', () => {
  it('are the same after a round through the client', () => {
    const extra_content = { google: { thought_signature: 's' } };
    const called = { type: 'function', function: { name: 'look', arguments: '{}' } };
    const calls = [
      { id: 'a', ...called, extra_content },
      { id: 'b', ...called },
    ];
    const text = encodeKeptFields(messageOf({ reasoning_content: 'Hm ü' }, calls));
    assert.deepEqual(decodeKeptFields(text), {
      message: { reasoning_content: 'Hm ü' },
      calls: { a: { extra_content } },
    });
  });

  it('are absent for a message without them', () => {
    assert.equal(encodeKeptFields(messageOf({}, [{ id: 'a' }])), undefined);
  });

  it('are not read from a text of another service, or from one that was changed', () => {
    for (const text of [undefined, null, 'gAAAA', 'fairtrial.', 'fairtrial.!!!', 'fairtrial.e30']) {
      assert.equal(decodeKeptFields(text), undefined, String(text));
    }
  });
});
