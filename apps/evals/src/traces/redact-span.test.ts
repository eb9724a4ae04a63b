import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../testing/show-span.ts';
import { createPause, createRequestRedact, redactSpan } from './redact-span.ts';
import type { ReadSpan } from './read-span.ts';

const SECRET = 'anna@example.com';

function span(given: Parameters<typeof read>[0]): ReadSpan {
  const found = read(given, { service: `shop of ${SECRET}`, error: `failed for ${SECRET}` });
  assert.ok(found);
  return found;
}

function messages(count: number): string {
  const calls = [{ id: 'c', function: { name: 'find', arguments: '{}' } }];
  return JSON.stringify(
    Array.from({ length: count }, (_, no) => ({
      role: 'assistant',
      content: `text ${no}`,
      tool_calls: calls,
    })),
  );
}

describe('redactSpan', () => {
  const redact = createRequestRedact([]);

  it('other requests are handled between texts that take long together, also of tool calls', async ({
    mock,
  }) => {
    let now = 0;
    mock.method(performance, 'now', () => now);
    let turns = 0;
    let redacted = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const slow = (text: string): string => {
      now += 6;
      redacted += 1;
      return text;
    };
    const given = span({ 'gen_ai.input.messages': messages(10) });
    await redactSpan(given, { redact: slow, pause: createPause() });
    isDone = true;
    assert.ok(redacted >= 30, `${redacted} texts`);
    assert.ok(turns >= redacted - 2, `${turns} turns for ${redacted} texts`);
  });

  it('names of services, models and tools are redacted as well as texts, errors and arguments', async () => {
    const call = { id: 'c1', function: { name: `find ${SECRET}`, arguments: `{"a":"${SECRET}"}` } };
    const made = await redactSpan(
      span({
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': `m ${SECRET}`,
        'gen_ai.input.messages': JSON.stringify([
          { role: 'assistant', content: SECRET, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c1', name: `find ${SECRET}`, content: SECRET },
        ]),
      }),
      { redact, pause: createPause() },
    );
    assert.doesNotMatch(JSON.stringify(made.content), /anna/);
    assert.equal(made.content.input[1]?.callId, 'c1');
  });

  it('an id of a conversation with personal data is replaced with a hash, others stay', async () => {
    const idOf = async (id: string): Promise<string | null> => {
      const given = span({ 'gen_ai.prompt': 'a', 'session.id': id });
      const made = await redactSpan(given, {
        redact: createRequestRedact([]),
        pause: createPause(),
      });
      return made.namedConversation;
    };
    assert.match((await idOf(SECRET)) ?? '', /^conversation-[0-9a-f]{16}$/);
    assert.equal(await idOf(SECRET), await idOf(SECRET));
    assert.notEqual(await idOf(SECRET), await idOf(`b${SECRET}`));
    for (const id of ['chat-1', '8f14e45f-ceea-467a-9575-1c0a3b2d4e5f']) {
      assert.equal(await idOf(id), id);
    }
  });

  it('a value at the length where texts are cut is redacted before it is cut', async () => {
    const text = `${'x '.repeat(15_996)}${SECRET} ${'y'.repeat(100_000)}`;
    const given = span({ 'gen_ai.prompt': text });
    const made = await redactSpan(given, { redact, pause: createPause() });
    const stored = made.content.input[0]?.text ?? '';
    assert.ok(stored.endsWith('… (cut)') && stored.length < 32_100, stored.slice(-40));
    assert.doesNotMatch(stored, /anna/);
    const plain = await redactSpan(given, { redact: undefined, pause: createPause() });
    assert.match(plain.content.input[0]?.text ?? '', /anna@exa… \(cut\)$/);
  });
});
