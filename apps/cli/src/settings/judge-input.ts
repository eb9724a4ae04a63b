import type { EvaluationInput } from '@assay/client';

/** How judges are asked, as it may be said; false: they are not. */
export type JudgeInput = NonNullable<EvaluationInput['judge']>;

/** A flag changes how often they are asked, and leaves what they are asked to the configuration. */
export function mergeJudge(
  config: JudgeInput | undefined,
  flag: JudgeInput | undefined,
): JudgeInput | undefined {
  if (typeof config !== 'object' || typeof flag !== 'object') return flag ?? config;
  return { ...config, ...flag };
}
