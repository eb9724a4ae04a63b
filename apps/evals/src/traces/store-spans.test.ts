import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../testing/example-database.ts';
import type { Database } from '../db/connection/open-database.ts';
import { queryRows } from '../db/connection/sql.ts';
import { findConversation } from '../db/traces/conversations.ts';
import { removeOldTraces } from '../db/traces/span-partitions.ts';
import { listSpans, measureConversations } from '../db/traces/spans.ts';
import { textMessage } from './read-messages.ts';
import type { ReadSpan } from './read-span.ts';
import type { SpanContent } from './span-content.ts';
import { storeSpans, type StoreResult, type TraceCaps } from './store-spans.ts';
import { viewConversation } from './summarize.ts';
import { refreshConversations } from './update-conversations.ts';

const DAY_MS = 24 * 3600 * 1000;
const NO_CAPS: TraceCaps = { spansPerDay: 1e9, storedBytes: undefined };

describe('storeSpans', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(8);
  });
  after(() => database[Symbol.asyncDispose]());

  function store(
    project: string,
    spans: readonly ReadSpan[],
    caps = NO_CAPS,
  ): Promise<StoreResult> {
    return storeSpans({ database, project, caps }, spans);
  }

  const now = Date.now();

  function span(
    given: Partial<ReadSpan> & { readonly at?: number; readonly texts?: readonly string[] },
  ): ReadSpan {
    const { at = 0, texts = ['Hi', 'Hello'] } = given;
    const messages = texts.map((text, no) =>
      textMessage(no % 2 === 0 ? 'user' : 'assistant', text),
    );
    const startedNs = BigInt(now + at * 1000) * 1_000_000n;
    return {
      traceId: 'a'.repeat(32),
      spanId: at.toString(16).padStart(16, '0'),
      parentId: null,
      startedNs,
      endedNs: startedNs + 1_000_000n,
      namedConversation: null,
      content: {
        kind: 'model',
        service: 'shop',
        model: 'm',
        input: messages.slice(0, -1),
        output: messages.slice(-1),
        inputTokens: 1,
        outputTokens: 1,
        error: undefined,
      },
      ...given,
    };
  }

  async function readAll(project: string): Promise<unknown> {
    const rows = await queryRows<{ id: string }>(
      database,
      'select id from conversation where project = $1 order by id',
      [project],
    );
    return Promise.all(
      rows.map(async ({ id }) => {
        const view = viewConversation(id, await listSpans<SpanContent>(database, project, [id]));
        return { head: await findConversation(database, project, id), view };
      }),
    );
  }

  it('the same spans give the same conversations in any order, in any batches, concurrently and repeated', async () => {
    // Two traces of one conversation, one that names its conversation only in its root, one without a name.
    const chain = (traceId: string, name: string | null, first: number): ReadSpan[] => [
      span({
        traceId,
        at: first,
        namedConversation: name,
        content: { ...span({}).content, kind: 'link', input: [], output: [] },
      }),
      ...[1, 2, 3].map((no) =>
        span({
          traceId,
          at: first + no,
          parentId: (first + no - 1).toString(16).padStart(16, '0'),
          texts: ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, no * 2),
        }),
      ),
    ];
    const spans = [
      ...chain('1'.repeat(32), 'one', 0),
      ...chain('2'.repeat(32), 'one', 10),
      ...chain('3'.repeat(32), 'three', 20),
      ...chain('4'.repeat(32), null, 30).slice(1),
    ];
    await store('whole', spans);
    const expected = await readAll('whole');
    assert.equal((expected as unknown[]).length, 3);
    let project = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...spans, ...spans], { minLength: spans.length * 2 }),
        fc.integer({ min: 1, max: 5 }),
        async (shuffled, size) => {
          project += 1;
          const batches = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, no) =>
            shuffled.slice(no * size, (no + 1) * size),
          );
          const results = await Promise.all(batches.map((batch) => store(`p${project}`, batch)));
          assert.equal(
            results.reduce((sum, { stored }) => sum + stored, 0),
            spans.length,
          );
          assert.deepEqual(await readAll(`p${project}`), expected);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('a span is stored once, also if it is sent again with another start', async () => {
    assert.deepEqual(await store('once', [span({}), span({})]), {
      stored: 1,
      repeated: 1,
      rejected: [],
    });
    const moved = span({ at: -26 * 3600, spanId: span({}).spanId });
    assert.deepEqual(await store('once', [moved]), { stored: 0, repeated: 1, rejected: [] });
  });

  it('parents that form a cycle, and a span that is its own parent, are stored', async () => {
    const [a, b] = ['b'.repeat(16), 'c'.repeat(16)];
    const spans = [
      span({ spanId: a, parentId: b, at: 1 }),
      span({ spanId: b, parentId: a, at: 2 }),
      span({ spanId: 'd'.repeat(16), parentId: 'd'.repeat(16), at: 3 }),
    ];
    assert.equal((await store('cycle', spans)).stored, 3);
    assert.ok(await findConversation(database, 'cycle', 'a'.repeat(32)));
  });

  it('spans beyond the limits of a project are rejected with the name of the limit', async () => {
    const spans = [1, 2, 3].map((at) => span({ at }));
    const perDay = await store('per day', spans, { ...NO_CAPS, spansPerDay: 2 });
    assert.equal(perDay.stored + perDay.rejected.length, 3);
    assert.match(perDay.rejected[0] ?? '', /TRACE_SPANS_PER_DAY/);
    const again = await store('per day', [span({ at: 1 })], { ...NO_CAPS, spansPerDay: 2 });
    assert.equal(again.repeated, 1, 'a repeated span needs no room');
    const bytes = await store('bytes', spans, { ...NO_CAPS, storedBytes: 400 });
    assert.ok(bytes.stored > 0 && bytes.rejected.length > 0);
    assert.match(bytes.rejected[0] ?? '', /MAX_TRACE_BYTES_PER_PROJECT/);
  });

  it('a conversation takes at most 2,000 spans', async () => {
    const spans = Array.from({ length: 2005 }, (_, at) => span({ at: -at, texts: ['a'] }));
    const { stored, rejected } = await store('long', spans);
    assert.deepEqual([stored, rejected.length], [2000, 5]);
    assert.match(rejected[0] ?? '', /a conversation has at most 2000 spans/);
  });

  it('a trace that does not fit into the conversation that a late span names stays where it is', async () => {
    const traces = ['1', '2'].map((digit) => digit.repeat(32));
    for (const traceId of traces) {
      const spans = Array.from({ length: 1500 }, (_, at) =>
        span({ traceId, at: -at, texts: ['a'] }),
      );
      await store('moved', spans);
      const naming = span({ traceId, at: 1, namedConversation: 'one', texts: ['a'] });
      assert.equal((await store('moved', [naming])).stored, 1);
    }
    const sizes = await measureConversations(database, 'moved', ['one', ...traces]);
    assert.deepEqual(
      ['one', ...traces].map((id) => sizes.get(id)?.spans),
      [1502, undefined, 1500],
    );
  });

  it('a rejected span moves no other span', async () => {
    await store('rejected', [span({ at: 1 })]);
    const naming = span({ at: 2, namedConversation: 'one' });
    const { rejected } = await store('rejected', [naming], { ...NO_CAPS, spansPerDay: 1 });
    assert.equal(rejected.length, 1);
    assert.equal(await findConversation(database, 'rejected', 'one'), undefined);
    assert.ok(await findConversation(database, 'rejected', 'a'.repeat(32)));
  });

  it('a conversation that exceeds its limit is read up to the limit', async () => {
    const spans = Array.from({ length: 1500 }, (_, at) => span({ at: -at, texts: ['a'] }));
    await store('over', spans);
    await store(
      'over',
      spans.map((one) => ({ ...one, traceId: 'b'.repeat(32) })),
    );
    await database.executeSql(`update span set conversation = 'one' where project = 'over'`);
    assert.equal((await listSpans(database, 'over', ['one'])).length, 2000);
  });

  it('a conversation that lost its oldest spans shows nothing of them', async () => {
    await using own = await exampleDatabase(3);
    const startedNs = BigInt(now - 9 * DAY_MS) * 1_000_000n;
    await storeSpans({ database: own, project: 'p', caps: NO_CAPS }, [
      span({ spanId: 'b'.repeat(16), startedNs, endedNs: startedNs, texts: ['secret', 'x'] }),
      span({ texts: ['later', 'y'] }),
    ]);
    const { signal } = new AbortController();
    const { oldest } = await removeOldTraces(own, { days: 3, signal });
    await refreshConversations(own, { oldest, signal });
    const [row] = await queryRows<{ preview: string; words: string }>(
      own,
      `select head ->> 'preview' as preview, words::text from conversation`,
    );
    assert.equal(row?.preview, 'later');
    assert.doesNotMatch(row?.words ?? '', /secret/);
  });

  it('retention drops old days and the conversations that ended before them', async () => {
    await using own = await exampleDatabase(3);
    const days = [0, 3, 4, 9];
    for (const ago of days) {
      const traceId = String(ago).repeat(32);
      const startedNs = BigInt(now - ago * DAY_MS) * 1_000_000n;
      await storeSpans({ database: own, project: 'p', caps: NO_CAPS }, [
        span({ traceId, startedNs, endedNs: startedNs }),
      ]);
    }
    const { signal } = new AbortController();
    const list = async (sql: string): Promise<readonly string[]> =>
      (await queryRows<{ id: string }>(own, sql)).map(({ id }) => id.slice(0, 1));
    await own.transaction(async (backup) => {
      await backup.executeSql('lock table span in access share mode');
      const { isLocked, partitions } = await removeOldTraces(own, { days: 3, signal });
      assert.deepEqual([isLocked, partitions], [true, 0]);
    });
    const { isLocked, partitions } = await removeOldTraces(own, { days: 3, signal });
    assert.deepEqual([isLocked, partitions], [false, 2]);
    assert.deepEqual(await list('select id from conversation order by id'), ['0', '3']);
    assert.deepEqual(await list('select trace_id as id from span order by id'), ['0', '3']);
    assert.equal((await queryRows(own, 'select from span_usage')).length, 2);
  });
});
