import type { Metadata, Scores } from '@fairtrial/contracts';
import type { RunPlan } from '../../entities/run.ts';
import type { TurnCheck } from '../../entities/turn.ts';

/*
 * Subjects are turns and conversations. Some graders call a model or a service: a judge, an annotator, an embeddings model, a scorer of
 * your own. What they find out is the input of the others, which compute the scores in a thread (`local/`).
 */

/** What the graders that call a model or a service found out about a subject. */
export interface Findings {
  /** The results of judged checks, by their position. */
  readonly judged?: ReadonlyMap<number, TurnCheck>;
  /** Absent if no model was asked; null if the call failed or is still to come. */
  readonly judge?: number | null;
  readonly semantic?: number | null;
  /** By own scorer. */
  readonly own?: Scores;
  /** `pending` if the annotator has not been asked yet. */
  readonly labels?: Metadata | 'pending';
  /** What explains the scores. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly flags: readonly string[];
}

export const NOTHING_FOUND: Findings = { details: {}, flags: [] };

export function combineFindings(all: readonly Findings[]): Findings {
  return all.reduce(
    (sum, found) => ({
      ...sum,
      ...found,
      details: { ...sum.details, ...found.details },
      flags: [...sum.flags, ...found.flags],
    }),
    NOTHING_FOUND,
  );
}

/** The parts of a plan that decide how its subjects are graded. */
export type GradingPlan = Pick<
  RunPlan,
  | 'scenarios'
  | 'weights'
  | 'scorers'
  | 'modelScorers'
  | 'grading'
  | 'passThreshold'
  | 'parameters'
  | 'protocol'
  | 'target'
>;
