import type { Outcome } from '../endpoint/endpoint.ts';

/** Zero-based scenario, attempt and turn, and the outcome. */
export type FinishedTurn = readonly [scenario: number, attempt: number, turn: number, Outcome];

interface Counts {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
}

/** An event of a run. Ids are consecutive. */
export type RunEvent = { readonly id: number } & (
  | { readonly type: 'run-started'; readonly data: { readonly total: number } }
  | {
      readonly type: 'turns-finished';
      readonly data: Counts & { readonly turns: readonly FinishedTurn[] };
    }
  | { readonly type: 'run-cancelling'; readonly data: object }
  | {
      readonly type: 'run-retried';
      readonly data: {
        readonly attempts: number;
        /** True if the attempts start again from their first turn: they have a session or a simulated user. */
        readonly from_start?: boolean;
      };
    }
  /** A look at a run with `stop_early`, and the number of attempts that were added. */
  | {
      readonly type: 'run-look';
      readonly data: { readonly look: number; readonly attempts: number; readonly total: number };
    }
  /** Attempts that are played again, because their simulated user spoiled the conversation. */
  | {
      readonly type: 'run-replayed';
      readonly data: { readonly attempts: number; readonly total: number };
    }
  | { readonly type: 'run-rescored'; readonly data: { readonly revision: number } }
  /** Progress of judges and annotators. */
  | { readonly type: 'grading'; readonly data: { readonly done: number; readonly total: number } }
  | {
      readonly type: 'run-finished';
      readonly data: Partial<Counts> & { readonly state: 'completed' | 'cancelled' | 'failed' };
    }
);
