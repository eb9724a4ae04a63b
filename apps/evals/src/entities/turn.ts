import type {
  CheckResult,
  CheckType,
  EndpointError,
  Metadata,
  MetadataSource,
  Outcome,
  Protocol,
  RunId,
  Scores,
  SessionId,
  ToolCall,
  Usage,
} from '@fairtrial/contracts';

/** Position of a turn in its run. Ordinals count from 0. */
export interface TurnOrdinals {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turnNo: number;
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

/** One interaction executed in one attempt. The conversation never changes; its scores can. */
export interface Turn extends TurnKey {
  /** Number of earlier tries, which failed. */
  readonly try: number;
  readonly reply: string;
  readonly outcome: Outcome;
  readonly error: EndpointError | undefined;
  readonly generatedMetadata: Metadata;
  readonly metadataSource: MetadataSource | undefined;
  readonly scores: Scores;
  readonly scoreDetails: Readonly<Record<string, unknown>>;
  /** The result of each of the interaction's checks. */
  readonly checks: readonly TurnCheck[];
  /** `undefined` if there is no pass criterion, or the score could not be computed. */
  readonly passed: boolean | undefined;
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

export interface StoredTurn extends Turn {
  /** The revision of the run whose grades it has; 0: as it was played. */
  readonly revision: number;
}
