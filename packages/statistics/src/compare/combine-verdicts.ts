import type { ScenarioVerdict } from './compare-scenarios.ts';
import type { SuiteResult } from './suite-verdict.ts';

interface Verdicts {
  readonly suite: { readonly result: SuiteResult } | null | undefined;
  readonly inGeneral: { readonly result: SuiteResult } | null | undefined;
  readonly scenarios: readonly (Pick<ScenarioVerdict, 'result'> | null | undefined)[];
}

/**
 * One word for a comparison: a change of the suite or of any scenario, a regression first; else the word on this
 * suite, or in general where one attempt a side gives none.
 */
export function combineVerdicts({ suite, inGeneral, scenarios }: Verdicts): SuiteResult {
  const results = new Set([suite, ...scenarios].map((verdict) => verdict?.result));
  if (results.has('regressed')) return 'regressed';
  if (results.has('improved')) return 'improved';
  return suite?.result ?? inGeneral?.result ?? 'inconclusive';
}
