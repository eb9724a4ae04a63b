import fc from 'fast-check';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import type { Permit } from '@fairtrial/models';
import type { Database } from '../db/connection/open-database.ts';
import { exampleDatabase } from '../testing/example-database.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { renewLease, type CallLimit } from './renew-lease.ts';

describe('renewLease', () => {
  const EMPTY = { slots: 0, reserved: 0, tokens: 0, until: 0 };
  const calm = { isTooFast: false };
  const { signal } = new AbortController();
  let database: Database;
  let passedMs = 0;
  /** When a worker was opened or `pass` was called last, by a clock that nothing stops. */
  let movedAt = 0;
  before(async () => {
    database = await exampleDatabase(2);
    const start = performance.now();
    mock.method(performance, 'now', () => start + passedMs);
  });
  after(async () => {
    mock.restoreAll();
    await database[Symbol.asyncDispose]();
  });

  /** Moves the clock of the worker and that of the database, which meanwhile goes on: that time is taken back. */
  async function pass(seconds: number): Promise<void> {
    const goneOn = (Date.now() - movedAt) / 1000;
    movedAt = Date.now();
    passedMs += seconds * 1000;
    await database.executeSql(
      'update endpoint_lease set until = until - make_interval(secs => $1)',
      [seconds - goneOn],
    );
  }

  interface Endpoint {
    readonly origin: string;
    readonly limit: CallLimit;
  }

  interface Worker {
    readonly limiter: ConcurrencyLimiter;
    readonly begin: (calls: number) => void;
    readonly end: (calls: number) => void;
    /** Number of calls that were started. */
    readonly started: () => Promise<number>;
    /** Calls `onStatement` before and after each statement. */
    readonly renew: (onStatement?: OnStatement) => Promise<boolean>;
  }

  function openWorker({ origin, limit }: Endpoint): Worker {
    movedAt = Date.now();
    const worker = randomUUID();
    const limiter = new ConcurrencyLimiter(EMPTY);
    const permits: Permit[] = [];
    let ended = 0;
    return {
      limiter,
      begin(calls) {
        for (let n = 0; n < calls; n += 1)
          void limiter.enter('a', signal).then((permit) => permits.push(permit));
      },
      async started() {
        await settled();
        return ended + permits.length;
      },
      end(calls) {
        const ending = permits.splice(0, calls);
        ended += ending.length;
        for (const permit of ending) permit.leave(calm);
      },
      renew: (onStatement = () => undefined) =>
        renewLease({ database: disturb(database, onStatement), worker, limiter }, origin, limit),
    };
  }

  /** Two workers that want ten calls in flight each. The first has them all. */
  async function openTwo(endpoint: Endpoint): Promise<[Worker, Worker]> {
    const one = openWorker(endpoint);
    const two = openWorker(endpoint);
    for (const { begin, renew } of [one, two]) {
      begin(10);
      await renew();
    }
    return [one, two];
  }

  it('calls that end and begin while leases are renewed, even if a renewal fails, never exceed the limit', async () => {
    let origins = 0;
    const step = fc.record({
      at: fc.nat(2),
      isRenewal: fc.boolean(),
      ended: fc.nat(6),
      begun: fc.nat(6),
      /** Before or after which statement of a renewal the calls end, and others begin. */
      endAt: fc.nat(9),
      beginAt: fc.nat(9),
      isFailing: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        origins += 1;
        const endpoint = { origin: `http://${origins}.test`, limit: TEN_IN_FLIGHT };
        const workers = [1, 2, 3].map(() => openWorker(endpoint));
        const inFlight = (): number =>
          workers.reduce((sum, { limiter }) => sum + limiter.inFlight, 0);
        for (const { at, isRenewal, ended, begun, endAt, beginAt, isFailing } of steps) {
          const { end, begin, renew } = workers[at] ?? assert.fail();
          let statement = 0;
          const onStatement = (): void => {
            if (statement === endAt) end(ended);
            if (statement === beginAt) begin(begun);
            if (statement === beginAt && isFailing) throw new Error('the connection is lost');
            statement += 1;
          };
          if (isRenewal) {
            await pass(0);
            await renew(onStatement).catch(() => undefined);
          } else {
            end(ended);
            begin(begun);
          }
          await settled();
          assert.ok(inFlight() <= 10, `${inFlight()} calls are in flight`);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('a call that begins after a renewal has counted the calls in flight waits for its end', async () => {
    const [one, two] = await openTwo({ origin: 'http://counted.test', limit: TEN_IN_FLIGHT });
    one.end(4);
    await one.renew(whileSaving(() => one.begin(4)));
    await two.renew();
    assert.deepEqual([one.limiter.inFlight, two.limiter.inFlight], [6, 4]);
  });

  it('calls that end while a renewal waits for its locks give their slots to other workers', async () => {
    const [one, two] = await openTwo({ origin: 'http://waiting.test', limit: TEN_IN_FLIGHT });
    let statements = 0;
    await one.renew(() => {
      statements += 1;
      if (statements === 1) one.end(4);
    });
    await two.renew();
    assert.deepEqual([one.limiter.inFlight, two.limiter.inFlight], [6, 4]);
  });

  it('a call that begins while the tokens of its lease are renewed uses one of them', async () => {
    const { begin, end, renew, started } = openWorker({ origin: 'http://t.test', limit: RATE });
    begin(5);
    await renew();
    await renew();
    const again = (): void => {
      end(5);
      begin(5);
    };
    await renew(whileSaving(again));
    again();
    assert.equal(await started(), BURST);
  });

  it('tokens of a renewal without an answer are not used, because they may have been returned', async () => {
    const { begin, end, renew, started } = openWorker({ origin: 'http://u.test', limit: RATE });
    begin(5);
    await renew();
    await renew();
    const lost = renew(() => {
      throw new Error('the connection is lost');
    });
    await assert.rejects(lost, /connection is lost/);
    end(5);
    begin(5);
    assert.equal(await started(), 5);
  });

  it('after an outage of the database the calls in flight of other workers keep their slots', async () => {
    const endpoint = { origin: 'http://outage.test', limit: TEN_IN_FLIGHT };
    const [one, two] = await openTwo(endpoint);
    const recent = openWorker(endpoint);
    recent.begin(10);
    await pass(7);
    for (const seconds of [0, 1, 4, 4]) {
      await pass(seconds);
      await two.renew();
      await recent.renew();
      const counts = [one, two, recent].map(({ limiter }) => limiter.inFlight);
      assert.deepEqual(counts, [10, 0, 0], `${seconds} s later`);
    }
    await one.renew();
    one.end(10);
    await one.renew();
    await two.renew();
    assert.ok(two.limiter.inFlight > 0);
  });

  it('the slots of a worker that is gone are free when another has renewed its lease for ten seconds', async () => {
    const endpoint = { origin: 'http://gone.test', limit: TEN_IN_FLIGHT };
    const gone = openWorker(endpoint);
    const left = openWorker(endpoint);
    gone.begin(10);
    left.begin(10);
    await gone.renew();
    for (const [seconds, inFlight] of [
      [0, 0],
      [4, 0],
      [4, 0],
      [3, 10],
    ] as const) {
      await pass(seconds);
      await left.renew();
      assert.equal(left.limiter.inFlight, inFlight);
    }
  });

  it('the slots of a worker that is long gone are free at once', async () => {
    const endpoint = { origin: 'http://long-gone.test', limit: TEN_IN_FLIGHT };
    const gone = openWorker(endpoint);
    gone.begin(10);
    await gone.renew();
    await pass(700);
    const recent = openWorker(endpoint);
    recent.begin(10);
    await recent.renew();
    assert.equal(recent.limiter.inFlight, 10);
  });
});

const TEN_IN_FLIGHT: CallLimit = { maxInFlight: 10, perMinute: undefined };
/** A limit of 300 calls a minute allows ten calls at once. */
const RATE: CallLimit = { maxInFlight: undefined, perMinute: 300 };
const BURST = 10;

/** Calls `work` when a renewal has counted the calls in flight. */
function whileSaving(work: () => void): OnStatement {
  let isDone = false;
  return (sql) => {
    if (isDone || !sql.includes('insert into endpoint_lease')) return;
    isDone = true;
    work();
  };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

type OnStatement = (sql: string) => void;

function disturb(database: Database, onStatement: OnStatement): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          async executeSql(sql, values) {
            onStatement(sql);
            const result = await tx.executeSql(sql, values);
            onStatement(sql);
            return result;
          },
        }),
      ),
  };
}
