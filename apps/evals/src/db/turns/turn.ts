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
  ToolCall,
  Usage,
} from '@assay/contracts';

/** Where a turn stands in its run. Ordinals count from 0. */
export interface TurnOrdinals {
  readonly scenarioNo: number;
  readonly attemptNo: number;
  readonly turnNo: number;
}

export interface TurnKey extends TurnOrdinals {
  readonly runId: RunId;
}

/** One pass through one scenario. */
export type AttemptKey = Omit<TurnKey, 'turnNo'>;

/** The result of a check of a turn, in the order of the plan. */
export type TurnCheck = Pick<CheckResult, 'passed' | 'detail'> & { readonly type: CheckType };

/** One interaction executed in one attempt. What was said never changes; what it is worth may. */
export interface Turn extends TurnKey {
  /** How often it was played before, having failed. */
  readonly try: number;
  readonly reply: string;
  readonly outcome: Outcome;
  readonly error: EndpointError | undefined;
  readonly generatedMetadata: Metadata;
  readonly metadataSource: MetadataSource | undefined;
  readonly scores: Scores;
  readonly scoreDetails: Readonly<Record<string, unknown>>;
  /** What came of each of the interaction's checks. */
  readonly checks: readonly TurnCheck[];
  /** Undefined where nothing says what passing is, or the score could not be made. */
  readonly passed: boolean | undefined;
  /** Undefined where the answer told of none. */
  readonly toolCalls: readonly ToolCall[] | undefined;
  readonly latencyMs: number;
  readonly usage: Usage | undefined;
  readonly flags: readonly string[];
  /** How the endpoint was spoken to. */
  readonly protocol: Protocol;
}

/** A turn on record. */
export interface StoredTurn extends Turn {
  /** The revision of the run whose grades it has; 0: as it was played. */
  readonly revision: number;
}
