import type { Check, Scores } from '@assay/contracts';
import type { CheckedReply, CheckOutcome } from './check.ts';
import { compileCheck } from './registry.ts';
import type { Scorer } from '../scorer.ts';

type Score = Scores[string];

/** Returns the outcome of each check, in order. A check may take 50 ms, so `pause` is awaited after each. */
export async function runChecks(
  checks: readonly Check[],
  reply: CheckedReply,
  pause: () => Promise<void>,
): Promise<readonly CheckOutcome[]> {
  const checked: CheckOutcome[] = [];
  for (const check of checks) {
    const compiled = compileCheck(check);
    checked.push(
      compiled.state === 'ready'
        ? compiled.check(reply)
        : // The run was accepted by another version.
          { passed: false, detail: `it cannot be checked: ${compiled.detail}` },
    );
    await pause();
  }
  return checked;
}

/** Outcomes for a failed request: without a reply, no check passes or fails. */
export function failChecks(checks: readonly Check[]): readonly CheckOutcome[] {
  return checks.map(() => ({ passed: null, detail: 'the request failed' }));
}

/** Returns the share of passed checks; `undefined` if there are none. */
export function shareOfPassed(checked: readonly CheckOutcome[]): number | undefined {
  if (checked.length === 0) return undefined;
  return checked.filter(({ passed }) => passed === true).length / checked.length;
}

/** `checks`: share of the interaction's checks that passed; `checks.<id>`: 1 if all checks with this id passed. */
export const checksScorer: Scorer = {
  name: 'checks',
  failed: ({ checks = [] }) =>
    checks.length === 0 ? {} : { checks: null, ...scoresById(checks, () => null) },
  score({ reply: { checked = [] }, expected: { checks = [] } }) {
    const share = shareOfPassed(checked);
    if (share === undefined) return { scores: {} };
    const byId = scoresById(checks, (positions) =>
      Number(positions.every((at) => checked[at]?.passed === true)),
    );
    return { scores: { checks: share, ...byId } };
  },
};

function scoresById(
  checks: readonly Check[],
  score: (positions: readonly number[]) => Score,
): Scores {
  const positions = new Map<string, number[]>();
  for (const [at, { id }] of checks.entries()) {
    if (id !== undefined) positions.set(id, [...(positions.get(id) ?? []), at]);
  }
  return Object.fromEntries([...positions].map(([id, at]) => [`checks.${id}`, score(at)]));
}
