import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OtlpSpan } from './otlp-span.ts';
import { receiveTraces } from './receive-traces.ts';

it('a span that cannot be read is rejected, and the other spans of the request are not', async () => {
  const now = new Date('2026-01-02T00:00:00Z');
  const startedNs = BigInt(now.getTime()) * 1_000_000n;
  const span: OtlpSpan = {
    traceId: '1'.repeat(32),
    spanId: '2'.repeat(16),
    parentId: '',
    name: 'a span',
    startedNs,
    endedNs: startedNs,
    attributes: new Map(),
    events: [],
    error: undefined,
    service: 'shop',
    fault: undefined,
  };
  const unreadable = new Map();
  unreadable.get = () => {
    throw new RangeError('Maximum call stack size exceeded');
  };
  const unused = (): never => assert.fail('nothing is stored');
  const received = await receiveTraces(
    {
      database: { executeSql: unused, transaction: unused },
      project: 'p',
      caps: { spansPerDay: 1, storedBytes: undefined },
      retentionDays: 1,
      redact: undefined,
      now,
    },
    { spans: [{ ...span, attributes: unreadable }, span], surplus: 0 },
  );
  assert.deepEqual([received.rejected, received.dropped], [1, 1]);
  assert.match(received.message, /cannot be read/);
});
