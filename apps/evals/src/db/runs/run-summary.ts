import type {
  AverageScores,
  Comparison,
  GateVerdict,
  GradingTotal,
  Protocol,
  RunCost,
  RunPasses,
  ScenarioPasses,
  Stats,
  Usage,
} from '@assay/contracts';
import type { AttemptMeans } from '../attempts/attempt-means.ts';

/** What a run came to, computed once from its turns. With the plan and the turns it makes the answer. */
export interface RunSummary {
  readonly message: string;
  readonly protocol: Protocol;
  readonly durationMs: number;
  readonly usage: Usage;
  readonly stats: Stats;
  /** What the models took that were asked about replies; summaries of old know nothing of it. */
  readonly grading?: readonly GradingTotal[] | undefined;
  /** By the prices of the plan; summaries of old have none. */
  readonly cost?: RunCost | undefined;
  /** Absent where nothing says what passing is. */
  readonly passes?: RunPasses | undefined;
  readonly warnings: readonly string[];
  readonly scenarios: readonly ScenarioSummary[];
  /** With its baseline, as things stood at the end. */
  readonly comparison?: Comparison | undefined;
  /** What became of its gates. */
  readonly gate?: GateVerdict | undefined;
}

export interface ScenarioSummary {
  readonly averageScores: AverageScores;
  readonly stats: Stats;
  readonly passes?: ScenarioPasses | undefined;
  /** Whether each attempt passed, as far as that is known. */
  readonly attemptsPassed?: readonly (boolean | null)[];
  /** One for each attempt. */
  readonly attempts: AttemptMeans | readonly AverageScores[];
}
