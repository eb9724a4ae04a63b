import type { RunFigures } from '@assay/contracts';

/** How many interactions something says of whether they passed. */
export function decidedIn({ failed, flaky, passed }: RunFigures['rows']): number {
  return failed + flaky + passed;
}
