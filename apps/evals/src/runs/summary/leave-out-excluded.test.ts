import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConversationRow } from '../../db/turns/with-conversations.ts';
import { exampleScenario } from '../../testing/example-rows.ts';
import { leaveOutExcluded } from './leave-out-excluded.ts';

const USER = { goal: 'g', facts: {}, max_turns: 9 };
const SIMULATED = { scenarios: [exampleScenario({ interactions: [], user: USER })] };

const SCORED = { scores: { answered: 1, overall: 0.5 }, passed: true };

/** A conversation that does not count is stored without scores. */
const UNSCORED = { scores: { answered: 1, overall: null }, passed: null };

function toRow(attemptNo: number, turnNo: number | null, isExcluded: boolean) {
  const position = { scenarioNo: 0, attemptNo };
  const excludedReason = isExcluded ? ('user_fault' as const) : null;
  if (turnNo !== null) return { ...position, turnNo, ...SCORED };
  const result = { checks: [], openChecks: null, excludedReason };
  const row: ConversationRow = {
    ...position,
    turnNo,
    ...(isExcluded ? UNSCORED : SCORED),
    ...result,
  };
  return row;
}

async function* paged<T>(rows: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

describe('leaveOutExcluded', () => {
  it('removes the scores of every row of an excluded attempt, and of no other, however the rows are paged', async () => {
    const attempts = fc.array(fc.record({ turns: fc.nat(4), isExcluded: fc.boolean() }));
    await fc.assert(
      fc.asyncProperty(attempts, fc.integer({ min: 1, max: 7 }), async (all, size) => {
        const rows = all.flatMap(({ turns, isExcluded }, attemptNo) =>
          [...Array.from({ length: turns }, (_, turn) => turn), null].map((turnNo) =>
            toRow(attemptNo, turnNo, isExcluded),
          ),
        );
        const found = await collect(leaveOutExcluded(SIMULATED, paged(rows, size)));
        assert.equal(found.length, rows.length);
        for (const [at, row] of found.entries()) {
          const isExcluded = all[row.attemptNo]?.isExcluded === true;
          const overall = isExcluded ? null : 0.5;
          assert.deepEqual(row.scores, { answered: 1, overall });
          assert.equal(row.passed, isExcluded ? null : true);
          assert.equal(row.turnNo, rows[at]?.turnNo);
          if (row.turnNo !== null) assert.equal('isExcluded' in row, isExcluded);
        }
      }),
    );
  });

  it('returns the pages of a run without simulated users unchanged', () => {
    const pages = paged([toRow(0, 0, false)], 1);
    assert.equal(leaveOutExcluded({ scenarios: [exampleScenario()] }, pages), pages);
  });
});
