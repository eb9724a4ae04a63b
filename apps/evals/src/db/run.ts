import type {
  Assertion,
  EvaluationRequest,
  History,
  Metadata,
  Protocol,
  RunId,
  ScorerName,
  Weights,
} from '@assay/contracts';

/** An interaction with every default filled in. */
export interface PlannedInteraction {
  readonly id: string;
  readonly user_message: string;
  readonly reference_reply: string;
  readonly interaction_type: string;
  readonly reference_metadata: Metadata;
  /** What the reply must be like beside the reference. */
  readonly assertions?: readonly Assertion[] | undefined;
  /** Fields we do not know: echoed. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface PlannedScenario {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly interactions: readonly PlannedInteraction[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What a run will do, decided before it begins. */
export interface RunPlan {
  readonly testName: string;
  readonly endpoint: string;
  readonly modelId: string;
  readonly attempts: number;
  readonly protocol: Protocol | 'auto';
  readonly history: History;
  readonly concurrency: number;
  readonly systemPrompt: string | undefined;
  readonly parameters: Readonly<NonNullable<EvaluationRequest['parameters']>>;
  /** What reply and metadata count in `overall`. */
  readonly weights: Weights;
  /** All of them where undefined. */
  readonly scorers: readonly ScorerName[] | undefined;
  /** From which `overall` on an interaction passes. */
  readonly passThreshold?: number | undefined;
  readonly scenarios: readonly PlannedScenario[];
  /** The models that it asks are simulated. */
  readonly isSimulated: boolean;
  /** What the run is compared with when it is over. */
  readonly baselineRunId: RunId | undefined;
  /** What is asked of it, as people write it. */
  readonly gates: readonly string[];
  readonly warnings: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** `finishing`: every turn is there, the summary is not yet. */
export type StoredState =
  | 'running'
  | 'cancelling'
  | 'finishing'
  | 'completed'
  | 'cancelled'
  | 'failed';

export function isOver({ state }: { readonly state: StoredState }): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** Over, and not without a summary: a failed run has none. */
export function hasResult({ state }: { readonly state: StoredState }): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** How many turns one attempt at all of it takes. */
export function countInteractions({ scenarios }: Pick<RunPlan, 'scenarios'>): number {
  return scenarios.reduce((sum, { interactions }) => sum + interactions.length, 0);
}

/** One accepted evaluation. */
export interface Run {
  readonly id: RunId;
  readonly project: string;
  readonly tags: readonly string[];
  readonly plan: RunPlan;
  readonly state: StoredState;
  readonly isCancelled: boolean;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
}
