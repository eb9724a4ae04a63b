import type { AttemptOrdinals, TurnOrdinals } from '../../entities/turn.ts';

/** Yields the turns of one attempt after another, from pages in run order. */
export async function* groupAttempts<T extends TurnOrdinals>(
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<readonly [T, ...T[]]> {
  let attempt: [T, ...T[]] | undefined;
  for await (const page of pages) {
    for (const turn of page) {
      if (attempt !== undefined && isSameAttempt(turn, attempt[0])) {
        attempt.push(turn);
        continue;
      }
      if (attempt !== undefined) yield attempt;
      attempt = [turn];
    }
  }
  if (attempt !== undefined) yield attempt;
}

/** True if both belong to one attempt. */
export function isSameAttempt(one: AttemptOrdinals, other: AttemptOrdinals | undefined): boolean {
  return one.scenarioNo === other?.scenarioNo && one.attemptNo === other.attemptNo;
}
