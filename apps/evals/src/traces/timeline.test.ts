import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assemble } from './assemble.ts';
import { textMessage } from './read-messages.ts';
import type { SpanContent, TraceMessage, TraceSpan } from './span-content.ts';

function call(at: number, { input }: Pick<SpanContent, 'input'>): TraceSpan {
  return {
    traceId: 't',
    spanId: String(at),
    parentId: undefined,
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

/** The least CPU time of a few attempts, which does not depend on other processes. */
function measureCpu(spans: readonly TraceSpan[]): number {
  const attempts = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    assemble(spans);
    const { user: used, system: inKernel } = process.cpuUsage(before);
    return used + inKernel;
  });
  return Math.min(...attempts);
}

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
    const inserted = measureCpu([...long, ...inserting]) / measureCpu([...long, ...plain]);
    assert.ok(inserted < 6, `inserted: ${inserted.toFixed(1)} times as long`);
    const histories = (text: (at: number) => string): readonly TraceSpan[] =>
      Array.from({ length: 50 }, (_, no) =>
        call(no, { input: Array.from({ length: 1000 }, (__, at) => user(text(at))) }),
      );
    const equal = measureCpu(histories(() => 'yes')) / measureCpu(histories((at) => `yes ${at}`));
    assert.ok(equal < 6, `equal: ${equal.toFixed(1)} times as long`);
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
