import type { Completion } from '@fairtrial/models';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toNextMessages, withCallIds } from './to-next-messages.ts';

function completionOf(
  calls: readonly (readonly [id: string, args: string])[],
  fields: object = {},
): Completion {
  const tool_calls = calls.map(([id, args]) => {
    const wire = { id, function: { name: 'look', arguments: args }, extra: 1 };
    return { id, name: 'look', arguments: args, wire };
  });
  const message = { content: '', refusal: null, fields: {}, tool_calls };
  const wire = { role: 'assistant', content: null, ...fields };
  return { choices: [{ message: { ...message, wire } }] } as unknown as Completion;
}

describe('messages of the next round', () => {
  it('a tool call without a unique id gets an id of nine letters and digits', () => {
    const completion = withCallIds(
      completionOf([
        ['', '{}'],
        ['', '{}'],
        ['call_1', '{}'],
        ['call_1', '{}'],
      ]),
    );
    const ids = completion.choices[0].message.tool_calls.map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    assert.equal(ids[2], 'call_1');
    for (const at of [0, 1, 3]) assert.match(ids[at] ?? '', /^[a-z0-9]{9}$/);
    const [sent] = toNextMessages(completion, []) as unknown as [{ tool_calls: { id: string }[] }];
    assert.deepEqual(
      sent.tool_calls.map(({ id }) => id),
      ids,
    );
  });

  it('tool call arguments that are not a JSON object are not sent back', () => {
    const written = ['{"a": 1}', '', '{"a": ', '[1]', '['.repeat(10_000)];
    const completion = completionOf(written.map((args, at) => [`call_${at}`, args] as const));
    const [sent] = toNextMessages(completion, []) as unknown as [
      { tool_calls: { extra: number; function: { arguments: string } }[] },
    ];
    assert.deepEqual(
      sent.tool_calls.map((call) => [call.function.arguments, call.extra]),
      [['{"a": 1}', 1], ...Array.from({ length: 4 }, () => ['{}', 1])],
    );
  });

  it('unknown message fields are sent back up to 2 MB in total', () => {
    const fields = { large: 'x'.repeat(3 * 1024 * 1024), reasoning_content: 'thought' };
    const [sent] = toNextMessages(completionOf([], fields), []);
    assert.deepEqual(Object.keys(sent ?? {}).toSorted(), [
      'content',
      'reasoning_content',
      'role',
      'tool_calls',
    ]);
  });
});
