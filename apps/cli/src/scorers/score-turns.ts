import type { ScorerTurn } from '@fairtrial/contracts';
import { z } from 'zod';
import type { Score } from './load-score.ts';

const Value = z.number().min(0).max(1).nullable();

const Returned = z.union([
  Value.transform((score) => ({ score })),
  z.object({ score: Value, reason: z.string().nullish(), details: z.unknown().optional() }),
]);

type TurnScore = z.output<typeof Returned> & { readonly id: string };

/**
 * Scores the turns of one call. A turn for which `score` throws or returns something else is left out and reported,
 * so that it counts as failed and not as 0.
 */
export async function scoreTurns(
  score: Score,
  turns: readonly ScorerTurn[],
  report: (problem: string) => void,
): Promise<readonly TurnScore[]> {
  const scored = await Promise.all(
    turns.map(async (turn) => {
      try {
        const { data } = Returned.safeParse(await score(turn));
        if (data !== undefined) return [{ id: turn.id, ...data }];
        report(`turn ${turn.id}: score returned neither null nor a number from 0 to 1`);
      } catch (error) {
        report(`turn ${turn.id}: ${error instanceof Error ? error.message : String(error)}`);
      }
      return [];
    }),
  );
  return scored.flat();
}
