import type { InteractionResult } from '@assay/contracts';

/** What did not hold, each as a short line. */
export function failedAssertions({ assertions }: Pick<InteractionResult, 'assertions'>): string[] {
  return assertions.filter(({ passed }) => !passed).map(({ type, detail }) => `${type}: ${detail}`);
}
