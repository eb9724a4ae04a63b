import type { RunPasses, ScenarioPasses } from '@assay/contracts';
import { isFlaky } from './is-flaky.ts';
import { overScenarios } from './over-scenarios.ts';
import { passAtK } from './pass-at-k.ts';
import { passHatK } from './pass-hat-k.ts';
import type { Passes } from './passes.ts';
import { wilson } from './wilson.ts';

/** All up to here, and the number of attempts itself. */
const EACH_K = 10;

/** The attempts at one scenario; undefined without any. */
export function describeScenarioPasses(passes: Passes): ScenarioPasses | undefined {
  const described = describe([passes]);
  return described && { ...described, flaky: isFlaky(passes) };
}

/**
 * The attempts at all scenarios. Wilson's interval takes them for draws from one urn; scenarios that
 * differ make it too wide rather than too narrow.
 */
export function describeRunPasses(scenarios: readonly Passes[]): RunPasses | undefined {
  const known = scenarios.filter(({ attempts }) => attempts > 0);
  const described = describe(known);
  return (
    described && {
      ...described,
      scenarios: known.length,
      flaky_scenarios: known.filter(isFlaky).length,
    }
  );
}

function describe(scenarios: readonly Passes[]): Omit<ScenarioPasses, 'flaky'> | undefined {
  const attempts = scenarios.reduce((sum, each) => sum + each.attempts, 0);
  const passed = scenarios.reduce((sum, each) => sum + each.passes, 0);
  const interval = wilson(passed, attempts);
  if (interval === undefined) return undefined;
  const most = scenarios.reduce((larger, each) => Math.max(larger, each.attempts), 0);
  const ks = Array.from({ length: most }, (_, at) => at + 1).filter(
    (k) => k <= EACH_K || k === most,
  );
  const byK = (of: typeof passAtK): Record<string, number> =>
    Object.fromEntries(
      ks.flatMap((k) => {
        const value = overScenarios(scenarios, of, k);
        return value === undefined ? [] : [[k, value]];
      }),
    );
  return {
    attempts,
    passed,
    pass_rate: passed / attempts,
    ci95: [interval[0], interval[1]],
    pass_at_k: byK(passAtK),
    pass_hat_k: byK(passHatK),
  };
}
