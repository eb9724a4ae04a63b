import type { InteractionResult } from '@assay/contracts';

/** What did not hold, each as a short line. */
export function failedChecks({ checks }: Pick<InteractionResult, 'checks'>): string[] {
  return checks.filter(({ passed }) => !passed).map(({ type, detail }) => `${type}: ${detail}`);
}
