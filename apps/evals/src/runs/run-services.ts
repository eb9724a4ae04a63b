import type { RunStore } from '../db/run-store.ts';
import type { RunEndpoints } from './run-endpoints.ts';

/** What playing a run needs. */
export interface RunServices {
  readonly store: RunStore;
  readonly endpoints: RunEndpoints;
  readonly now: () => Date;
}
