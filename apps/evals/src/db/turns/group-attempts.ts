import type { TurnOrdinals } from './turn.ts';

/** Yields the turns of one attempt after another, from pages in run order. */
export async function* groupAttempts<T extends TurnOrdinals>(
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<readonly [T, ...T[]]> {
  let attempt: [T, ...T[]] | undefined;
  for await (const page of pages) {
    for (const turn of page) {
      if (attempt !== undefined && isSameAttempt(attempt[0], turn)) {
        attempt.push(turn);
        continue;
      }
      if (attempt !== undefined) yield attempt;
      attempt = [turn];
    }
  }
  if (attempt !== undefined) yield attempt;
}

function isSameAttempt(one: TurnOrdinals, other: TurnOrdinals): boolean {
  return one.scenarioNo === other.scenarioNo && one.attemptNo === other.attemptNo;
}
