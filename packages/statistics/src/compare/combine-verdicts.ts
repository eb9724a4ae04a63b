import type { ScenarioVerdict } from './compare-scenarios.ts';
import type { SuiteResult } from './suite-verdict.ts';

interface Verdicts {
  readonly suite: { readonly result: SuiteResult } | null | undefined;
  readonly inGeneral: { readonly result: SuiteResult } | null | undefined;
  readonly scenarios: readonly (Pick<ScenarioVerdict, 'result'> | null | undefined)[];
}

/**
 * Combines the verdicts of a comparison: `regressed` or `improved` if the suite or any scenario changed, regressions
 * first. Otherwise returns the suite's result, or the general result if one attempt per side allows no suite verdict.
 */
export function combineVerdicts({ suite, inGeneral, scenarios }: Verdicts): SuiteResult {
  const results = new Set([suite, ...scenarios].map((verdict) => verdict?.result));
  if (results.has('regressed')) return 'regressed';
  if (results.has('improved')) return 'improved';
  return suite?.result ?? inGeneral?.result ?? 'inconclusive';
}
