import type {
  CheckResult,
  CheckType,
  EndpointError,
  ExcludedReason,
  Metadata,
  MetadataSource,
  Outcome,
  Protocol,
  RunId,
  Scores,
  SessionId,
  ToolCall,
  Usage,
  UserResult,
} from '@fairtrial/contracts';

/** Position of a turn in its run. Ordinals count from 0. */
export interface TurnOrdinals {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turnNo: number;
}

/** Position of an attempt in its run. */
export type AttemptOrdinals = Omit<TurnOrdinals, 'turnNo'>;

/** Position of what is graded: of a turn, or of the whole conversation of an attempt. */
export interface SubjectOrdinals extends AttemptOrdinals {
  /** Null: the conversation. */
  readonly turnNo: number | null;
}

export interface TurnKey extends TurnOrdinals {
  readonly runId: RunId;
}

/** An attempt: one pass through one scenario. */
export type AttemptKey = Omit<TurnKey, 'turnNo'>;

/** The result of a check of a turn, in the order of the plan. */
export type TurnCheck = Readonly<
  Pick<CheckResult, 'passed' | 'detail' | 'verdict' | 'evidence' | 'reason'>
> & { readonly type: CheckType };

/** What happened when one interaction was played in one attempt. It never changes. */
export interface Turn extends TurnKey {
  /** Number of earlier tries, which failed. */
  readonly try: number;
  readonly reply: string;
  readonly outcome: Outcome;
  readonly error: EndpointError | undefined;
  /** The annotations that the endpoint sent with its reply; `undefined` if it sent none. */
  readonly sentMetadata: Metadata | undefined;
  /** The model that answered, if it is not the requested one. */
  readonly answeredBy: string | undefined;
  /** `undefined` if the answer reported none. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  readonly latencyMs: number;
  readonly usage: Usage | undefined;
  readonly flags: readonly string[];
  /** The protocol used for the endpoint. */
  readonly protocol: Protocol;
  /** The message of a simulated user; `undefined` if the message is scripted. */
  readonly userMessage?: string | undefined;
  /** What the next turn sends to continue the session; `undefined` if the endpoint has none. */
  readonly session?: SessionId | undefined;
}

/** What the graders of a run found out about one turn. */
export interface TurnGrades {
  readonly generatedMetadata: Metadata;
  readonly metadataSource: MetadataSource | undefined;
  readonly scores: Scores;
  /** How the graders came to the scores. */
  readonly scoreDetails: Readonly<Record<string, unknown>>;
  /** The result of each of the interaction's checks. */
  readonly checks: readonly TurnCheck[];
  /** `undefined` if there is no pass criterion, or the score could not be computed. */
  readonly passed: boolean | undefined;
  readonly flags: readonly string[];
}

/** What the graders of a run found out about one conversation: about its checks, and about its simulated user. */
export interface ConversationGrades {
  /** They count like those of one more turn of the attempt. */
  readonly scores: Scores;
  /** The result of each of the scenario's checks. */
  readonly checks: readonly TurnCheck[];
  /** Null if unknown. */
  readonly passed: boolean | null;
  /** Null or absent without a simulated user. */
  readonly user?: UserResult | null;
  /** Why the attempt does not count; null or absent if it does. */
  readonly excludedReason?: ExcludedReason | null;
}

/** A turn with its grades. `flags` and `scoreDetails` are those of both. */
export interface GradedTurn extends Turn, TurnGrades {
  /** The revision of the run whose grades it has; 0: models have not graded it yet. */
  readonly revision: number;
}

/** The conversation of an attempt with its grades. */
export interface GradedConversation extends AttemptOrdinals, ConversationGrades {}
