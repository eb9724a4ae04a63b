import type { Endpoint } from '@assay/models';
import type { RunStore } from '../db/run-store.ts';
import type { Run } from '../db/run.ts';

/** What playing a run needs. */
export interface RunServices {
  readonly store: RunStore;
  readonly now: () => Date;
  /** The endpoint of a run: the same one for all its attempts, which learn together how it is meant. */
  readonly endpointOf: (run: Run) => Endpoint;
}
