import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertTimes } from '../../../../tests/support/measure/assert-times.ts';
import { assemble } from './summarize.ts';
import { textMessage } from './read-messages.ts';
import type { SpanContent, TraceMessage, TraceSpan } from './span-content.ts';

function call(at: number, { input }: Pick<SpanContent, 'input'>): TraceSpan {
  return {
    traceId: 't',
    spanId: String(at),
    parentId: null,
    startedNs: BigInt(at),
    endedNs: BigInt(at + 1),
    content: {
      kind: 'model',
      service: 'shop',
      model: 'm',
      input,
      output: [],
      inputTokens: 1,
      outputTokens: 1,
      error: undefined,
    },
  };
}

const user = (text: string): TraceMessage => textMessage('user', text);

function texts(spans: readonly TraceSpan[]): readonly string[] {
  return assemble(spans).messages.map(({ text }) => `u ${text}`);
}

/** It takes about as long. */
const MOST = 6;

describe('the timeline of a long conversation', () => {
  it('a long conversation with many inserted or equal messages takes about as long as one without', () => {
    const long = Array.from({ length: 40 }, (_, no) =>
      call(no, { input: Array.from({ length: 1000 }, (__, at) => user(`${no} ${at}`)) }),
    );
    const plain = Array.from({ length: 20 }, (_, no) =>
      call(40 + no, { input: [user(`x ${no}`)] }),
    );
    const inserting = plain.map((span, no) =>
      call(40 + no, { input: [...span.content.input, user('4 999')] }),
    );
    assertTimes(MOST, 'inserted messages', {
      work: () => assemble([...long, ...inserting]),
      bare: () => assemble([...long, ...plain]),
    });
    const histories = (text: (at: number) => string): readonly TraceSpan[] =>
      Array.from({ length: 50 }, (_, no) =>
        call(no, { input: Array.from({ length: 1000 }, (__, at) => user(text(at))) }),
      );
    const [equal, different] = [histories(() => 'yes'), histories((at) => `yes ${at}`)];
    assertTimes(MOST, 'equal messages', {
      work: () => assemble(equal),
      bare: () => assemble(different),
    });
  });

  it('many messages inserted in one place keep their order', () => {
    const spans = [
      call(0, { input: [user('first'), user('last')] }),
      ...Array.from({ length: 200 }, (_, no) =>
        call(no + 1, { input: [user(String(no)), user('last')] }),
      ),
    ];
    const inserted = Array.from({ length: 200 }, (_, no) => `u ${no}`);
    assert.deepEqual(texts(spans), ['u first', ...inserted, 'u last']);
  });

  it('a conversation has at most 5,000 messages, and later ones are left out', () => {
    const spans = Array.from({ length: 6 }, (_, no) =>
      call(no, { input: Array.from({ length: 1000 }, (__, at) => user(`${no} ${at}`)) }),
    );
    const assembled = texts(spans);
    assert.deepEqual([assembled.length, assembled.at(-1)], [5000, 'u 4 999']);
  });
});
