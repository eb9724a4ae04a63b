import type { Check } from '@assay/contracts';
import type { CheckedReply, CheckOutcome } from './check.ts';
import { compileCheck } from './registry.ts';
import type { Scorer } from '../scorer.ts';

/** The outcome of each check, in their order. One may take 50 ms, so `pause` is awaited after each. */
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
        : // Another version accepted the run.
          { passed: false, detail: `it cannot be checked: ${compiled.detail}` },
    );
    await pause();
  }
  return checked;
}

/** All checks of a failed request fail. */
export function failChecks(checks: readonly Check[]): readonly CheckOutcome[] {
  return checks.map(() => ({ passed: false, detail: 'the request failed' }));
}

/** The share of the checks that hold; `undefined` if there are none. */
export function shareOfPassed(checked: readonly CheckOutcome[]): number | undefined {
  if (checked.length === 0) return undefined;
  return checked.filter(({ passed }) => passed).length / checked.length;
}

/** `checks`: the share of the interaction's checks that hold. */
export const checksScorer: Scorer = {
  name: 'checks',
  failed: ({ checks = [] }) => (checks.length === 0 ? {} : { checks: null }),
  score: ({ reply: { checks } }) => ({
    scores: checks === undefined ? {} : { checks },
  }),
};
