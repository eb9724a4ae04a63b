import type { Check } from '@assay/contracts';
import type { CheckedReply, CheckOutcome } from './check.ts';
import { compileCheck } from './compile-check.ts';

/** What came of each check, in their order. One may take 50 ms, so `pause` lets others in between. */
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
        : // It could be when the run was accepted, by another version.
          { passed: false, detail: `it cannot be checked: ${compiled.detail}` },
    );
    await pause();
  }
  return checked;
}

/** A request that failed keeps no promise. */
export function failChecks(checks: readonly Check[]): readonly CheckOutcome[] {
  return checks.map(() => ({ passed: false, detail: 'the request failed' }));
}

/** The share of the checks that hold; undefined where there are none. */
export function shareOfPassed(checked: readonly CheckOutcome[]): number | undefined {
  if (checked.length === 0) return undefined;
  return checked.filter(({ passed }) => passed).length / checked.length;
}
