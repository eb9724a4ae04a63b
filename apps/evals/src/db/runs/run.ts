import type {
  CallBudget,
  Check,
  EvaluationRequest,
  History,
  JudgeChoice,
  Metadata,
  ModelPrices,
  Protocol,
  RunId,
  ScorerName,
  StoppedBy,
  Target,
  Weights,
} from '@assay/contracts';

/** An interaction with every default filled in. */
export interface PlannedInteraction {
  readonly id: string;
  readonly user_message: string;
  readonly reference_reply: string;
  readonly interaction_type: string;
  readonly reference_metadata: Metadata;
  /** What a judge should look at: its own, or that of its scenario. */
  readonly judge_instructions?: string | undefined;
  /** What the reply must be like beside the reference. */
  readonly checks?: readonly Check[] | undefined;
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

export interface PlannedJudge {
  readonly models: readonly string[];
  readonly samples: 1 | 3;
  readonly temperature: number;
  /** For interactions that have none of their own. */
  readonly instructions?: string | undefined;
}

/** Who is asked about replies. */
export interface PlannedGrading {
  /** The revision since which what they say counts. */
  readonly sinceRevision: number;
  readonly judge?: PlannedJudge | undefined;
  /** The model that labels replies where the endpoint does not. */
  readonly annotator?: string | undefined;
  /** The model that turns texts into vectors. */
  readonly embeddings?: string | undefined;
}

/** What a run will do, decided before it begins. */
export interface RunPlan {
  readonly testName: string;
  readonly endpoint: string;
  readonly modelId: string;
  readonly attempts: number;
  readonly protocol: Protocol | 'auto';
  /** How the endpoint answers, if the request says so. */
  readonly target?: Target | undefined;
  readonly history: History;
  readonly concurrency: number;
  /** Calls to the endpoint at the beginning; a retry may give the run a larger budget. Absent: no limit. */
  readonly budget?: CallBudget | undefined;
  readonly systemPrompt: string | undefined;
  readonly parameters: Readonly<NonNullable<EvaluationRequest['parameters']>>;
  /** What reply and metadata count in `overall`. */
  readonly weights: Weights;
  /** All of them where undefined. */
  readonly scorers: readonly ScorerName[] | undefined;
  /** What the request says of judges. */
  readonly judge?: JudgeChoice | undefined;
  /** Those of them for which a model is asked. */
  readonly modelScorers: readonly ScorerName[];
  /** The models that are asked about replies once all of them are there. */
  readonly grading: PlannedGrading | undefined;
  /** Of the models that it asks, as they were when it began; plans of old have none. */
  readonly prices?: ModelPrices | undefined;
  /** From which `overall` on an interaction passes. */
  readonly passThreshold?: number | undefined;
  readonly scenarios: readonly PlannedScenario[];
  /** The models that it asks are simulated. */
  readonly isSimulated: boolean;
  /** What the run is compared with when it is over. */
  readonly baselineRunId: RunId | undefined;
  /** How the request named the baseline, and why it is this run; plans without a baseline have none. */
  readonly baseline?: { readonly requested: string; readonly reason: string } | undefined;
  /** The second model, if both are played at the same time. */
  readonly against?: string | undefined;
  /** What is asked of it, as people write it. */
  readonly gates: readonly string[];
  readonly warnings: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** No run has it: all ids are greater. */
export const BEFORE_FIRST_RUN = '00000000-0000-0000-0000-000000000000' as RunId;

/** `finishing`: every turn is there, the summary is not yet. */
export type StoredRunState =
  | 'running'
  | 'cancelling'
  | 'finishing'
  | 'completed'
  | 'cancelled'
  | 'failed';

export function isOver({ state }: { readonly state: StoredRunState }): boolean {
  return state === 'completed' || state === 'cancelled' || state === 'failed';
}

/** Over, and not without a summary: a failed run has none. */
export function hasResult({ state }: { readonly state: StoredRunState }): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** Interactions of one attempt at every scenario. */
export function countInteractions({ scenarios }: Pick<RunPlan, 'scenarios'>): number {
  return scenarios.reduce((sum, { interactions }) => sum + interactions.length, 0);
}

export function countPlannedTurns(plan: Pick<RunPlan, 'scenarios' | 'attempts'>): number {
  return countInteractions(plan) * plan.attempts;
}

/** One accepted evaluation. */
export interface Run {
  readonly id: RunId;
  readonly project: string;
  readonly tags: readonly string[];
  /** Of the repository, as the request said. */
  readonly branch: string | undefined;
  readonly plan: RunPlan;
  /** The run that is played at the same time, attempt by attempt. */
  readonly partnerId: RunId | undefined;
  /** Whether the partner is compared with this run. */
  readonly isAgainst: boolean;
  readonly state: StoredRunState;
  readonly isCancelled: boolean;
  /** Whether models are asked no more: it was cancelled. */
  readonly stopGrading: boolean;
  /** Why turns were left out although it was not cancelled. */
  readonly stoppedBy: StoppedBy | undefined;
  /** 1, and one more each time it is scored anew. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
}
