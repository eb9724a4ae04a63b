import type { Outcome } from '@assay/contracts';

/** Scenario, attempt and turn from 0, and what became of it. */
export type FinishedTurn = readonly [scenario: number, attempt: number, turn: number, Outcome];

interface Counts {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
}

/** What happens in a run. Ids follow one another without a gap. */
export type RunEvent = { readonly id: number } & (
  | { readonly type: 'run-started'; readonly data: { readonly total: number } }
  | {
      readonly type: 'turns-finished';
      readonly data: Counts & { readonly turns: readonly FinishedTurn[] };
    }
  | { readonly type: 'run-cancelling'; readonly data: object }
  | { readonly type: 'run-retried'; readonly data: { readonly attempts: number } }
  | { readonly type: 'run-rescored'; readonly data: { readonly revision: number } }
  /** Judges and annotators read what was answered. */
  | { readonly type: 'grading'; readonly data: { readonly done: number; readonly total: number } }
  | {
      readonly type: 'run-finished';
      readonly data: Partial<Counts> & { readonly state: 'completed' | 'cancelled' | 'failed' };
    }
);
