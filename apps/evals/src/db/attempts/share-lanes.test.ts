import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { examplePlan, exampleRun, exampleTurn } from '../../testing/example-rows.ts';
import type { Database } from '../connection/open-database.ts';
import { setRunCancelling } from '../runs/cancel-run-rows.ts';
import { insertRun } from '../runs/insert-run.ts';
import { listPair } from '../runs/partner-run.ts';
import { appendTurns } from '../turns/append-turns.ts';
import { claimAttempts, type AttemptClaim } from './claim-attempts.ts';
import { lockProgress, shareLanes, type QueuedAttempt } from './share-lanes.ts';

const ATTEMPTS = 20;

interface PairClaim extends AttemptClaim {
  readonly partnerId: RunId;
}

describe('lanes shared by two runs', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(6);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Starts a pair with this many lanes for each of its runs. */
  async function begin(lanes: number): Promise<readonly PairClaim[]> {
    const ids = [randomUUIDv7(), randomUUIDv7()].map((id) => RunId.parse(id)) as [RunId, RunId];
    const claims: PairClaim[] = [];
    for (const [at, id] of ids.entries()) {
      const partnerId = ids[1 - at] ?? id;
      const plan = examplePlan({ attempts: ATTEMPTS });
      const laneIds = Array.from({ length: lanes }, () => randomUUID());
      await insertRun(database, exampleRun({ id, partnerId, isAgainst: at === 0, plan }), laneIds);
      const lanesOfRun = laneIds.map((lane) => ({ lane, runId: id }));
      claims.push(...(await claim(lanesOfRun, new Map([[id, partnerId]]))));
    }
    return claims;
  }

  async function claim(
    lanes: readonly QueuedAttempt[],
    partners: ReadonlyMap<RunId, RunId>,
  ): Promise<readonly PairClaim[]> {
    const jobs = lanes.map(({ lane, runId }) => ({ id: lane, runId, retryCount: 0 }));
    const { claimed } = await claimAttempts(database, jobs);
    return claimed.map((each) => ({ ...each, partnerId: partners.get(each.runId) ?? each.runId }));
  }

  /** Ends attempts as the turn writer does, and claims the attempts that follow. */
  async function end(claims: readonly PairClaim[]): Promise<readonly PairClaim[]> {
    const partners = new Map(
      claims.flatMap(({ runId, partnerId }) => [
        [runId, partnerId],
        [partnerId, runId],
      ]),
    );
    const queued = await database.transaction(async (tx) => {
      await lockProgress(tx, [...partners.keys()]);
      const entries = claims.map(({ partnerId, ...held }) => ({
        turn: exampleTurn(held),
        claim: held,
        nextLane: randomUUID(),
        partnerId,
      }));
      const free: (typeof entries)[number][] = [];
      for (const [runId, ofRun] of Map.groupBy(entries, ({ turn }) => turn.runId)) {
        const { kept } = await appendTurns(tx, runId, ofRun);
        free.push(...ofRun.filter((_, n) => kept.has(n)));
      }
      return shareLanes(
        tx,
        free.map(({ claim: { runId }, partnerId, nextLane }) => ({
          runId,
          partnerId,
          lane: nextLane,
        })),
      );
    });
    return claim(queued, partners);
  }

  it('two runs that share lanes alternate, regardless of their speed, and play each attempt once', async () => {
    for (const isFast of [0, 1]) {
      let held = await begin(2);
      const [fast] = [...new Set(held.map(({ runId }) => runId))].slice(isFast);
      const started = new Map<RunId, number>();
      const seen = new Set<string>();
      const count = (claims: readonly PairClaim[]): void => {
        for (const { runId, attemptNo } of claims) {
          started.set(runId, (started.get(runId) ?? 0) + 1);
          seen.add(`${runId}/${attemptNo}`);
        }
      };
      count(held);
      while (held.length > 0) {
        // The slow run ends an attempt only if no lane plays the fast one.
        const next = held.find(({ runId }) => runId === fast) ?? held[0];
        assert.ok(next);
        const following = await end([next]);
        count(following);
        held = [...held.filter((each) => each !== next), ...following];
        const [first = 0, second = 0] = started.values();
        assert.ok(Math.abs(first - second) <= 1, `${first} and ${second}`);
      }
      assert.deepEqual([...started.values()], [ATTEMPTS, ATTEMPTS]);
      assert.equal(seen.size, 2 * ATTEMPTS);
    }
  });

  it('several workers that end attempts of a pair and a cancel do not deadlock', async () => {
    for (let no = 0; no < 10; no += 1) {
      const claims = await begin(4);
      const [first, second] = [claims.slice(0, 4), claims.slice(4)];
      const id = first[0]?.runId ?? RunId.parse(randomUUIDv7());
      const cancel = async (): Promise<void> => {
        const ids = await listPair(database, id);
        assert.equal(ids.length, 2);
        await database.transaction(async (tx) => {
          for (const each of ids) await setRunCancelling(tx, each);
        });
      };
      await Promise.all([end(second.toReversed()), end(first), cancel()]);
    }
  });

  it('shared lanes go to the run that has attempts left', async () => {
    const claims = await begin(1);
    const [first, second] = claims;
    assert.ok(first && second);
    await setRunCancelling(database, first.runId);
    const following = await end([second]);
    assert.deepEqual(
      following.map(({ runId }) => runId),
      [second.runId],
    );
  });
});
