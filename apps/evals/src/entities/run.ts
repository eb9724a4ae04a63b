import { countScenarioTurns } from '@fairtrial/contracts';
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
  ScenarioFilter,
  ScorerName,
  StoppedBy,
  Target,
  Weights,
} from '@fairtrial/contracts';
import type { SubjectOrdinals } from './turn.ts';

/** An interaction with every default filled in. */
export interface PlannedInteraction {
  readonly id: string;
  readonly user_message: string;
  readonly reference_reply: string;
  readonly interaction_type: string;
  readonly reference_metadata: Metadata;
  /** Conditions that the reply must meet in addition to the reference. */
  readonly checks?: readonly Check[] | undefined;
  /** Unknown fields of the request, which are echoed. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A user that a model plays after the interactions of a scenario. */
export interface PlannedUser {
  readonly goal: string;
  readonly persona?: string | undefined;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly max_turns: number;
}

export interface PlannedScenario {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Conditions that the whole conversation must meet. */
  readonly checks?: readonly Check[] | undefined;
  readonly interactions: readonly PlannedInteraction[];
  readonly user?: PlannedUser | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What the judges are asked: to compare replies with references, to decide checks, to audit simulated users. */
export type JudgeTask = 'reference' | 'checks' | 'audit';

export interface PlannedJudge {
  readonly models: readonly string[];
  readonly tasks: readonly JudgeTask[];
  readonly samples: 1 | 3;
  readonly temperature: number;
  readonly instructions?: string | undefined;
}

/** The own scorers that a run calls. */
export interface PlannedOwnScorers {
  readonly names: readonly string[];
  /** The first revision whose stored scores count. */
  readonly sinceRevision: number;
}

/** The models and own scorers that grade replies. */
export interface PlannedGrading {
  /** The first revision whose judgements count. */
  readonly sinceRevision: number;
  readonly judge?: PlannedJudge | undefined;
  /** The model that labels replies if the endpoint does not. */
  readonly annotator?: string | undefined;
  /** The model that computes embeddings. */
  readonly embeddings?: string | undefined;
  readonly ownScorers?: PlannedOwnScorers | undefined;
}

/** A point at which a run with early stopping is compared with its baseline. */
export interface PlannedLook {
  /** Attempts of every scenario that is still played. */
  readonly attempts: number;
  /** Probability of any false verdict at this look. */
  readonly level: number;
}

/** The dataset that the scenarios of a run come from. */
interface PlannedDataset {
  readonly name: string;
  readonly version: number;
  readonly contentHash: string;
  readonly filter?: ScenarioFilter | undefined;
  /** True if a rescore has replaced checks, so that the scenarios are no longer those of the dataset. */
  readonly isEdited?: boolean | undefined;
}

/** The work of a run, decided before it starts. */
export interface RunPlan {
  readonly testName: string;
  readonly endpoint: string;
  readonly modelId: string;
  /** Attempts at each scenario; with early stopping, at most as many. */
  readonly attempts: number;
  /** With early stopping: when the run is compared with its baseline. Absent: the attempts are fixed. */
  readonly looks?: readonly PlannedLook[] | undefined;
  /** With early stopping: the attempts of each scenario so far. It has its own column, because it changes. */
  readonly scenarioAttempts?: readonly number[] | undefined;
  readonly protocol: Protocol | 'auto';
  /** The endpoint's answer format, if the request gives it. */
  readonly target?: Target | undefined;
  readonly history: History;
  readonly concurrency: number;
  /** Call budget at the start; a retry can increase it. Absent: no limit. */
  readonly budget?: CallBudget | undefined;
  readonly systemPrompt: string | undefined;
  readonly parameters: Readonly<NonNullable<EvaluationRequest['parameters']>>;
  /** Weights of the parts of `overall`. */
  readonly weights: Weights;
  /** Scorers whose results are shown. `undefined`: all scorers. */
  readonly scorers: readonly string[] | undefined;
  /** The judge settings of the request. */
  readonly judge?: JudgeChoice | undefined;
  /** The scorers that call a model. */
  readonly modelScorers: readonly ScorerName[];
  /** The models that grade replies once all turns are played. */
  readonly grading: PlannedGrading | undefined;
  /** The model that plays the simulated users, and a digest of its prompt; absent without simulated users. */
  readonly user?: { readonly model: string; readonly promptDigest: string } | undefined;
  /** Prices of the models as of the start of the run. */
  readonly prices: ModelPrices;
  /** Minimum `overall` score for an interaction to pass. */
  readonly passThreshold?: number | undefined;
  readonly scenarios: readonly PlannedScenario[];
  /** Absent if the request has the scenarios itself. */
  readonly dataset?: PlannedDataset | undefined;
  /** True if the models are simulated. */
  readonly isSimulated: boolean;
  /** The run is compared with this run when it ends. */
  readonly baselineRunId: RunId | undefined;
  /** The baseline as requested, and why this run was chosen; absent without a baseline. */
  readonly baseline?: { readonly requested: string; readonly reason: string } | undefined;
  /** The second model, if both are played at the same time. */
  readonly against?: string | undefined;
  /** The gates as text, as the caller wrote them. */
  readonly gates: readonly string[];
  readonly warnings: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Smaller than all run ids. */
export const BEFORE_FIRST_RUN = '00000000-0000-0000-0000-000000000000' as RunId;

/** `finishing`: every turn is stored, the summary is not. */
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

/** True if the run ended with a summary; a failed run has none. */
export function hasResult({ state }: { readonly state: StoredRunState }): boolean {
  return state === 'completed' || state === 'cancelled';
}

/** `support@7`; null if the scenarios do not come from a dataset. */
export function nameDataset({ dataset }: Pick<RunPlan, 'dataset'>): string | null {
  return dataset === undefined ? null : `${dataset.name}@${dataset.version}`;
}

/** The names of the own scorers that a run calls. */
export function listOwnScorers({ grading }: Pick<RunPlan, 'grading'>): readonly string[] {
  return grading?.ownScorers?.names ?? [];
}

/** Number of turns in one attempt of every scenario; with simulated users, at most. */
export function countInteractions({ scenarios }: Pick<RunPlan, 'scenarios'>): number {
  return scenarios.reduce((sum, scenario) => sum + countScenarioTurns(scenario), 0);
}

/** True if the whole conversation has a result of its own: of its checks, or of its simulated user. */
export function hasConversationResult({
  checks = [],
  user,
}: Pick<PlannedScenario, 'checks' | 'user'>): boolean {
  return checks.length > 0 || user !== undefined;
}

/**
 * Number of scores that a complete attempt has in any case: one per scripted turn, and one if the whole conversation has
 * a result. Simulated turns do not count, because conversations differ in length.
 */
export function countScored(scenario: PlannedScenario): number {
  return scenario.interactions.length + (hasConversationResult(scenario) ? 1 : 0);
}

type Rows = readonly Pick<SubjectOrdinals, 'turnNo'>[];

/** Number of those scores that an attempt has. `rows` are its turns and its conversation. */
export function countScoredRows({ interactions }: PlannedScenario, rows: Rows): number {
  return rows.filter(({ turnNo }) => turnNo === null || turnNo < interactions.length).length;
}

/** True if an attempt has all of those scores. */
export function isCompleteAttempt(scenario: PlannedScenario, rows: Rows): boolean {
  return countScoredRows(scenario, rows) === countScored(scenario);
}

/** The checks of one turn of a scenario, or of its conversation. */
export function checksOf(
  { interactions, checks = [] }: Pick<PlannedScenario, 'interactions' | 'checks'>,
  { turnNo }: Pick<SubjectOrdinals, 'turnNo'>,
): readonly Check[] {
  return turnNo === null ? checks : (interactions[turnNo]?.checks ?? []);
}

/** A turn as it is planned; `userMessage` is the one of a simulated user, which is not. */
interface TurnInScenario {
  readonly turnNo: number;
  readonly userMessage?: string | undefined;
}

/**
 * The interaction of a turn; `undefined` if the scenario has no such turn. A simulated turn has no reference, no labels
 * and no checks.
 */
export function interactionAt(
  { interactions, user }: Pick<PlannedScenario, 'interactions' | 'user'>,
  { turnNo, userMessage = '' }: TurnInScenario,
): PlannedInteraction | undefined {
  const scripted = interactions[turnNo];
  if (scripted !== undefined || user === undefined) return scripted;
  const simulatedNo = turnNo - interactions.length;
  if (simulatedNo < 0 || simulatedNo >= user.max_turns) return undefined;
  return {
    id: `simulated-${simulatedNo + 1}`,
    user_message: userMessage,
    reference_reply: '',
    interaction_type: 'simulated',
    reference_metadata: {},
    checks: [],
    extra: {},
  };
}

/** True if a model plays users in a run. */
export function hasSimulatedUser({ scenarios }: Pick<RunPlan, 'scenarios'>): boolean {
  return scenarios.some(({ user }) => user !== undefined);
}

/** True if a model plays the user in this turn. */
export function isSimulatedTurn({ interactions }: PlannedScenario, turnNo: number): boolean {
  return turnNo >= interactions.length;
}

type PlannedAttempts = Pick<RunPlan, 'attempts' | 'scenarioAttempts'>;

/** Number of attempts at a scenario. */
export function attemptsAt(
  { attempts, scenarioAttempts }: PlannedAttempts,
  scenarioNo: number,
): number {
  return scenarioAttempts?.[scenarioNo] ?? attempts;
}

/** Number of turns in all attempts; with early stopping, in the attempts so far; with simulated users, at most. */
export function countPlannedTurns(plan: PlannedAttempts & Pick<RunPlan, 'scenarios'>): number {
  return plan.scenarios.reduce(
    (sum, scenario, no) => sum + countScenarioTurns(scenario) * attemptsAt(plan, no),
    0,
  );
}

export interface Run {
  readonly id: RunId;
  readonly project: string;
  readonly tags: readonly string[];
  /** Branch of the repository, from the request. */
  readonly branch: string | undefined;
  readonly plan: RunPlan;
  /** The run that is played at the same time, attempt by attempt. */
  readonly partnerId: RunId | undefined;
  /** True if the partner is compared with this run. */
  readonly isAgainst: boolean;
  readonly state: StoredRunState;
  readonly isCancelled: boolean;
  /** True if grading was cancelled: no further models are called. */
  readonly stopGrading: boolean;
  /** Why turns were left out although the run was not cancelled. */
  readonly stoppedBy: StoppedBy | undefined;
  /** Starts at 1; each rescore increments it. */
  readonly revision: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | undefined;
}
