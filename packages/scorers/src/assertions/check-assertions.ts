import type { Assertion } from '@assay/contracts';
import type { AssertedReply, Checked } from './check.ts';
import { compileAssertion } from './compile-assertion.ts';

/** What came of each assertion, in their order. One may take 50 ms, so `pause` lets others in between. */
export async function checkAssertions(
  assertions: readonly Assertion[],
  reply: AssertedReply,
  pause: () => Promise<void>,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const assertion of assertions) {
    const compiled = compileAssertion(assertion);
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
export function failAssertions(assertions: readonly Assertion[]): readonly Checked[] {
  return assertions.map(() => ({ passed: false, detail: 'the request failed' }));
}

/** The share of the assertions that hold; undefined where there are none. */
export function shareOfPassed(checked: readonly Checked[]): number | undefined {
  if (checked.length === 0) return undefined;
  return checked.filter(({ passed }) => passed).length / checked.length;
}
