import {
  insertJudgements,
  type JudgementKind,
  type JudgementRow,
  listConversationJudgements,
  listJudgements,
} from '../../../db/grading/judgements.ts';
import type { GradingClaim } from '../../../db/grading/begin-grading.ts';
import type { SqlExecutor } from '../../../db/connection/sql.ts';
import type { RunId } from '@fairtrial/contracts';
import type { Annotation, AuditJudgement, ChecksJudgement, Judgement } from '@fairtrial/scorers';
import { retryWhileUnavailable } from '../../../db/connection/retry-while-unavailable.ts';
import type { AttemptOrdinals, SubjectOrdinals, TurnOrdinals } from '../../../entities/turn.ts';
import { coalesce } from '../../../queue/coalesce.ts';
import type { GradingModels } from './grading-models.ts';

/** The answers of judges and annotators. Each is stored before it is used, so that no answer is paid for twice. */
export interface JudgementStore {
  /** Returns the stored answers about a range of turns, both ends inclusive. */
  load(first: TurnOrdinals, last: TurnOrdinals): Promise<KnownJudgements>;
  /** Returns the stored answers about whole conversations from one attempt to another. */
  loadConversations(first: AttemptOrdinals, last: AttemptOrdinals): Promise<KnownJudgements>;
  write(row: JudgementRow): Promise<void>;
}

export interface KnownJudgements {
  find(key: JudgementKey): JudgementRow | undefined;
}

export const NO_JUDGEMENTS: KnownJudgements = { find: () => undefined };

interface JudgementKey extends SubjectOrdinals {
  readonly kind: JudgementKind;
  readonly model: string;
  readonly sampleNo: number;
  readonly promptDigest: string;
}

/** The claim was superseded, or grading was cancelled. */
export class GradingClaimLostError extends Error {
  constructor() {
    super('the claim on the grading of a run is lost');
    this.name = 'GradingClaimLostError';
  }
}

interface JudgementStoreServices {
  readonly tx: SqlExecutor;
  readonly signal: AbortSignal;
}

export function createJudgementStore(
  { tx, signal }: JudgementStoreServices,
  claim: GradingClaim,
  sinceRevision: number,
): JudgementStore {
  const { runId, revision } = claim;
  const insert = coalesce<JudgementRow>(async (rows) => {
    const isClaimed = await retryWhileUnavailable(() => insertJudgements(tx, claim, rows), signal);
    if (!isClaimed) throw new GradingClaimLostError();
  });
  const filter = { runId, since: sinceRevision, revision };
  return {
    load: async (first, last) => toKnown(await listJudgements(tx, { ...filter, first, last })),
    loadConversations: async (first, last) =>
      toKnown(await listConversationJudgements(tx, { ...filter, first, last })),
    write: (row) => insert([row]),
  };
}

function toKnown(rows: readonly JudgementRow[]): KnownJudgements {
  const byKey = new Map(rows.map((row) => [toMapKey(row), row]));
  return { find: (key) => byKey.get(toMapKey(key)) };
}

function toMapKey(key: JudgementKey): string {
  const { scenarioNo, attemptNo, turnNo, kind, model, sampleNo, promptDigest } = key;
  return `${scenarioNo}/${attemptNo}/${turnNo}/${kind}/${sampleNo}/${promptDigest}/${model}`;
}

type Answer = Judgement | ChecksJudgement | AuditJudgement | Annotation;

export type Ask<Q, A> = (question: Q, signal: AbortSignal) => Promise<A>;

/** The subject and the model of a question, and the store for its answers. */
export interface AskContext {
  readonly runId: RunId;
  readonly subject: SubjectOrdinals;
  readonly kind: JudgementKind;
  readonly model: string;
  /** Identifies the checks that are asked about; absent for other questions. */
  readonly promptDigest?: string;
  readonly known: KnownJudgements;
  readonly store: JudgementStore;
  readonly models: Pick<GradingModels, 'enter'>;
}

interface WithHeaders {
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Wraps `ask`: returns the stored answer if there is one, otherwise asks the model and stores its answer. */
export function askOnce<Q extends WithHeaders, A extends Answer>(
  ask: Ask<Q, A>,
  { runId, subject, kind, model, promptDigest = '', known, store, models }: AskContext,
): Ask<Q, A> {
  const { scenarioNo, attemptNo, turnNo } = subject;
  let nextSampleNo = 0;
  return async (question, signal) => {
    const sampleNo = nextSampleNo;
    nextSampleNo += 1;
    const key = { scenarioNo, attemptNo, turnNo, kind, model, sampleNo, promptDigest };
    const stored = known.find(key);
    if (stored !== undefined) return stored.result as A;
    const headers = {
      'x-fairtrial-conversation': `${runId}/${scenarioNo}/${attemptNo}`,
      'x-fairtrial-turn': `${turnNo ?? 'conversation'}/${kind}/${sampleNo}`,
    };
    // The timeout of `ask` starts after the wait for a permit. The permit is held until the answer is stored.
    const permit = await models.enter(signal);
    try {
      const answer = await ask({ ...question, headers }, signal);
      if (wasAsked(answer)) await store.write({ ...key, ...toColumns(answer) });
      return answer;
    } finally {
      permit.leave({ isTooFast: false });
    }
  };
}

/** False if the model was skipped after too many failures. */
function wasAsked(answer: Answer): boolean {
  return !('failure' in answer) || answer.failure.kind !== 'circuit_open';
}

/** True if the answer of a judge about a check was not trusted or not readable: a rescore asks again. */
function isUnusable(answer: Answer): boolean {
  return (
    'checks' in answer &&
    answer.checks.some(({ verdict }) => verdict === 'untrusted' || verdict === 'unreadable')
  );
}

function toColumns(
  answer: Answer,
): Pick<JudgementRow, 'outcome' | 'score' | 'result' | 'usage' | 'latencyMs'> {
  return {
    outcome: isUnusable(answer) ? 'judge_failed' : answer.state,
    score: 'score' in answer ? answer.score : null,
    result: answer,
    usage: answer.usage ?? null,
    latencyMs: answer.latencyMs,
  };
}
