import { RunId } from '@fairtrial/contracts';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { EVENTS_PER_PAGE, type RunEvent } from '../../db/runs/list-events.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { createRunFeeds, RunFeed, type RunFeeds } from './run-feed.ts';

const ID = RunId.parse('01a1dcd3-b938-70ec-9762-1d939ad9c69d');

it('a reader that starts from the beginning during a read causes no duplicate events', async () => {
  let count = 5;
  const { tx, answers, answerNext } = answeredByHand(() => eventsUpTo(count));
  const feed = new RunFeed(tx, ID);

  const late = feed.after(3);
  await answerNext();
  assert.deepEqual(seqs(await late), [4, 5]);
  count = 7;
  feed.refresh(); // requests the events after 5
  const early = feed.after(0); // requests all events
  const [latest, everything] = answers.splice(0);
  everything?.();
  assert.deepEqual(seqs(await early), [1, 2, 3, 4, 5, 6, 7]);
  latest?.();
  await new Promise(setImmediate);
  assert.deepEqual(seqs(await feed.after(3)), [4, 5, 6, 7]);
});

it('an event announced during the first read does not wait for the next poll', async () => {
  let count = 5;
  const { tx, answerNext } = answeredByHand(() => eventsUpTo(count));
  const feed = new RunFeed(tx, ID);

  const first = feed.after(0);
  count = 6;
  feed.refresh();
  await answerNext();
  assert.deepEqual(seqs(await first), [1, 2, 3, 4, 5]);
  await answerNext(); // the events after 5
  assert.deepEqual(seqs(await feed.after(5)), [6]);
});

describe('follow', () => {
  it('follow replays 1,700 events of a finished run without waiting for a poll', async (context) => {
    const events = eventsUpTo(1700, [1700]);
    const { feeds, countStatements } = openFeeds(context, events);
    assert.deepEqual(seqs(await followAll(feeds, 0)), seqs(events));
    assert.ok(countStatements() <= 6, `${countStatements()} statements`);
  });

  it('follow gives every reader each event after its number once, without waiting for a poll', async (context) => {
    const P = EVENTS_PER_PAGE;
    const sizes = fc.oneof(
      fc.constantFrom(1, 2, P - 1, P, P + 1, 2 * P - 1, 2 * P, 2 * P + 1),
      fc.integer({ min: 1, max: 4 * P }),
    );
    const runs = sizes.chain((count) =>
      fc.record({
        count: fc.constant(count),
        // A run that was retried or rescored has ended more than once.
        ends: fc.array(fc.oneof(fc.integer({ min: 1, max: count }), fc.constantFrom(P, 2 * P))),
        readers: fc.array(fc.integer({ min: 0, max: count + 2 }), { minLength: 1, maxLength: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(runs, async ({ count, ends, readers }) => {
        const events = eventsUpTo(count, [...ends, count]);
        const { feeds } = openFeeds(context, events);
        const read = await Promise.all(readers.map((after) => followAll(feeds, after)));
        // A number that the run has not reached is ignored.
        const expected = readers.map((after) =>
          seqs(events).filter((seq) => seq > (after > count ? 0 : after)),
        );
        assert.deepEqual(read.map(seqs), expected);
      }),
      { numRuns: 60 },
    );
  });
});

async function followAll(feeds: RunFeeds, after: number): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of feeds.follow(ID, after, new AbortController().signal)) {
    events.push(event);
  }
  return events;
}

/** Polling is off: the interval never elapses. */
function openFeeds({ mock }: TestContext, events: readonly RunEvent[]) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setInterval'] });
  let statements = 0;
  const feeds = createRunFeeds({
    async executeSql(_, [, after] = []) {
      statements += 1;
      return { rows: pageAfter(events, Number(after)) };
    },
  });
  return { feeds, countStatements: () => statements };
}

/** A database that answers when the test says so, with the events that were stored at the time of the query. */
function answeredByHand(stored: () => readonly RunEvent[]) {
  const answers: (() => void)[] = [];
  const tx: SqlExecutor = {
    async executeSql(_, [, after] = []) {
      const rows = pageAfter(stored(), Number(after));
      await new Promise<void>((resolve) => void answers.push(resolve));
      return { rows };
    },
  };
  const answerNext = async (): Promise<void> => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  return { tx, answers, answerNext };
}

function eventsUpTo(count: number, ends: readonly number[] = []): readonly RunEvent[] {
  return Array.from({ length: count }, (_, at) => ({
    seq: at + 1,
    kind: ends.includes(at + 1) ? 'run-finished' : 'turns-finished',
    data: {},
  }));
}

function pageAfter(events: readonly RunEvent[], after: number): RunEvent[] {
  return events.filter(({ seq }) => seq > after).slice(0, EVENTS_PER_PAGE);
}

function seqs(events: readonly RunEvent[]): readonly number[] {
  return events.map(({ seq }) => seq);
}
