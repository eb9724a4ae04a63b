import { attemptOf } from './check-run.ts';
import type { GateData } from './collect-evidence.ts';

export interface Retakes {
  /** Attempts that were in the hands of somebody who was shot. */
  readonly held: number;
  /** Of those, the ones nobody took afterwards. */
  readonly left: readonly string[];
  /** Milliseconds from the shot until somebody else had them, ascending. */
  readonly delays: readonly number[];
}

/** What happened to the attempts of those who were shot. */
export function measureRetakes({ kills, claims, writes, batch }: GateData): Retakes {
  const claimsOf = Map.groupBy(claims, attemptOf);
  const writesOf = Map.groupBy(writes, attemptOf);
  const left: string[] = [];
  const delays: number[] = [];
  for (const { worker, at } of kills) {
    for (const [attempt, taken] of claimsOf) {
      if (taken.findLast((claim) => claim.at <= at)?.worker !== worker) continue;
      const written = (writesOf.get(attempt) ?? []).filter(
        (write) => write.worker === worker || write.at <= at,
      );
      if (written.length === batch.turns) continue; // it was through with it
      const next = taken.find((claim) => claim.at > at && claim.worker !== worker);
      if (next === undefined) left.push(`${attempt} of ${worker}`);
      else delays.push(next.at - at);
    }
  }
  return { held: left.length + delays.length, left, delays: delays.toSorted((a, b) => a - b) };
}
