import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assemble } from './summarize.ts';
import { textMessage } from './read-messages.ts';
import type { SpanContent, TraceMessage, TraceSpan } from './span-content.ts';

const CONTENT: SpanContent = {
  kind: 'model',
  service: 'shop',
  model: 'm',
  input: [],
  output: [],
  inputTokens: 1,
  outputTokens: 1,
  error: undefined,
};

function call(
  at: number,
  content: Partial<SpanContent>,
  given: Partial<TraceSpan> = {},
): TraceSpan {
  return {
    traceId: 't',
    spanId: String(at),
    parentId: null,
    startedNs: BigInt(at) * 1_000_000n,
    endedNs: BigInt(at + 1) * 1_000_000n,
    content: { ...CONTENT, ...content },
    ...given,
  };
}

const user = (text: string): TraceMessage => textMessage('user', text);
const reply = (text: string): TraceMessage => textMessage('assistant', text);
const system = (text: string): TraceMessage => textMessage('system', text);
const callTool = (id: string | undefined): TraceMessage => ({
  ...reply(''),
  toolCalls: [{ id, name: 'find', arguments: '{"id":7}' }],
});
const result = (callId: string | undefined, text: string): TraceMessage => ({
  ...textMessage('tool', text),
  callId,
});

function texts(spans: readonly TraceSpan[]): readonly string[] {
  return assemble(spans).messages.map(({ role, text, toolCalls }) =>
    [role.slice(0, 1), text, ...toolCalls.map(({ name }) => `${name}()`)].join(' ').trim(),
  );
}

describe('assemble', () => {
  it('each call repeats the history, and its messages appear once', () => {
    const spans = [
      call(1, { input: [system('s'), user('a')], output: [reply('b')] }),
      call(2, { input: [system('s'), user('a'), reply('b'), user('c')], output: [reply('d')] }),
    ];
    assert.deepEqual(texts(spans), ['s s', 'u a', 'a b', 'u c', 'a d']);
  });

  it('a history without its oldest messages is recognised', () => {
    const spans = [
      call(1, { input: [user('a')], output: [reply('b')] }),
      call(2, { input: [user('a'), reply('b'), user('c')], output: [reply('d')] }),
      call(3, { input: [user('c'), reply('d'), user('e')], output: [reply('f')] }),
    ];
    assert.deepEqual(texts(spans), ['u a', 'a b', 'u c', 'a d', 'u e', 'a f']);
  });

  it('calls that send only the latest message keep messages with equal texts', () => {
    const spans = [
      call(1, { input: [user('hi')], output: [reply('hello')] }),
      call(2, { input: [user('yes')], output: [reply('fine')] }),
      call(3, { input: [user('yes')], output: [reply('good')] }),
    ];
    assert.deepEqual(texts(spans), ['u hi', 'a hello', 'u yes', 'a fine', 'u yes', 'a good']);
  });

  it('a message that is sent twice in one conversation appears twice', () => {
    const spans = [
      call(1, { input: [user('yes')], output: [reply('ok')] }),
      call(2, { input: [user('yes'), reply('ok'), user('yes')], output: [reply('ok')] }),
    ];
    assert.deepEqual(texts(spans), ['u yes', 'a ok', 'u yes', 'a ok']);
  });

  it('a reply that was made again follows the first one, and its user message is not repeated', () => {
    const spans = [
      call(1, { input: [user('a')], output: [reply('b')] }),
      call(2, { input: [user('a')], output: [reply('B')] }),
      call(3, { input: [user('a'), reply('B'), user('c')], output: [reply('d')] }),
    ];
    assert.deepEqual(texts(spans), ['u a', 'a b', 'a B', 'u c', 'a d']);
  });

  it('a system prompt that changes with every call appears once', () => {
    const spans = [
      call(1, { input: [system('it is 9:00'), user('a')], output: [reply('b')] }),
      call(2, {
        input: [system('it is 9:05'), user('a'), reply('b'), user('c')],
        output: [reply('d')],
      }),
    ];
    assert.deepEqual(texts(spans), ['s it is 9:00', 'u a', 'a b', 'u c', 'a d']);
  });

  it('messages that no call returned are put where the history has them', () => {
    const spans = [
      call(1, { input: [user('a')], output: [reply('b')] }),
      call(2, {
        input: [reply('Welcome!'), user('a'), reply('b'), user('c')],
        output: [reply('d')],
      }),
    ];
    assert.deepEqual(texts(spans), ['a Welcome!', 'u a', 'a b', 'u c', 'a d']);
  });

  it('a tool loop shows each call and each result once, with the facts of the span of the tool', () => {
    const first = { input: [user('a')], output: [callTool('c1')] };
    const second = {
      input: [user('a'), callTool('c1'), result('c1', 'found')],
      output: [reply('b')],
    };
    const tool = {
      kind: 'tool' as const,
      output: [{ ...result('c1', 'found'), tool: 'find' }],
      error: 'slow',
    };
    const expected = ['u a', 'a  find()', 't found', 'a b'];
    for (const spans of [
      [call(1, first), call(5, second)],
      [call(1, first), call(3, tool), call(5, second)],
      [
        call(1, { ...first, output: [callTool('c1'), result('c1', 'found')] }),
        call(3, tool),
        call(5, second),
      ],
    ]) {
      assert.deepEqual(texts(spans), expected);
    }
    const { messages } = assemble([call(1, first), call(3, tool), call(5, second)]);
    assert.deepEqual(
      [messages[2]?.tool, messages[2]?.latencyMs, messages[2]?.error],
      ['find', 1, 'slow'],
    );
  });

  it('results of tools without ids are known by their texts', () => {
    const spans = [
      call(1, { input: [user('a')], output: [callTool(undefined)] }),
      call(3, { kind: 'tool', output: [result(undefined, 'found')] }),
      call(5, {
        input: [user('a'), callTool(undefined), result(undefined, 'found')],
        output: [reply('b')],
      }),
    ];
    assert.deepEqual(texts(spans), ['u a', 'a  find()', 't found', 'a b']);
  });

  it('a span around model calls counts only if its trace has no model call', () => {
    const agent = call(0, { kind: 'agent', input: [user('a')], output: [reply('z')] });
    const model = call(1, { input: [user('a')], output: [reply('b')] }, { parentId: '0' });
    assert.deepEqual(texts([agent, model]), ['u a', 'a b']);
    assert.equal(assemble([agent, model]).spans.length, 1);
    assert.deepEqual(texts([agent]), ['u a', 'a z']);
  });

  it('a call that two instrumentations recorded counts once', () => {
    const outer = call(1, { input: [user('a')], output: [reply('b')] });
    const inner = call(2, { input: [user('a')], output: [reply('b')] }, { parentId: '1' });
    assert.equal(assemble([outer, inner]).spans.length, 1);
    const beside = call(2, { input: [user('a')], output: [reply('b')] });
    assert.deepEqual(texts([outer, beside]), ['u a', 'a b']);
  });

  it('a failed call is a message with its error, and the next attempt follows', () => {
    const spans = [
      call(1, { input: [user('a')], error: 'too slow' }),
      call(2, { input: [user('a')], output: [reply('b')] }),
    ];
    assert.deepEqual(texts(spans), ['u a', 'a', 'a b']);
    assert.equal(assemble(spans).messages[1]?.error, 'too slow');
  });

  it('numbers of redacted values do not make messages differ', () => {
    const spans = [
      call(1, { input: [user('I am [email 2]')], output: [reply('b')] }),
      call(2, { input: [user('I am [email 1]'), reply('b'), user('c')], output: [reply('d')] }),
    ];
    assert.deepEqual(texts(spans), ['u I am [email 2]', 'a b', 'u c', 'a d']);
  });

  it('any conversation is assembled from its calls in any order, with repeats and histories of any length', () => {
    const turn = fc.record({
      text: fc.string({ maxLength: 3 }),
      answer: fc.string({ maxLength: 3 }),
      usesTool: fc.boolean(),
    });
    const conversations = fc.array(turn, { minLength: 1, maxLength: 6 });
    const kept = fc.integer({ min: 2, max: 30 });
    fc.assert(
      fc.property(conversations, kept, fc.infiniteStream(fc.nat()), (turns, window, numbers) => {
        const history: TraceMessage[] = [];
        const spans: TraceSpan[] = [];
        const step = (message: TraceMessage): void => {
          spans.push(call(spans.length, { input: history.slice(-window), output: [message] }));
          history.push(message);
        };
        for (const [at, { text, answer, usesTool }] of turns.entries()) {
          history.push(user(`${text} ${at}`)); // equal texts have tests of their own
          if (usesTool) {
            step(callTool(`c${at}`));
            history.push(result(`c${at}`, `r${at}`));
          }
          step(reply(`${answer} ${at}`));
        }
        const sortKeys = new Map(spans.map((span) => [span, numbers.next().value ?? 0]));
        const shuffled = spans.toSorted((a, b) => (sortKeys.get(a) ?? 0) - (sortKeys.get(b) ?? 0));
        const plain = assemble(shuffled).messages.map(({ role, text, toolCalls }) => [
          role,
          text,
          toolCalls,
        ]);
        assert.deepEqual(
          plain,
          history.map(({ role, text, toolCalls }) => [role, text, toolCalls]),
        );
      }),
    );
  });
});
