import { insertJudgements } from '../../db/grading/insert-judgements.ts';
import type { JudgementKind, JudgementRow } from '../../db/grading/judgement.ts';
import { listJudgements } from '../../db/grading/list-judgements.ts';
import type { GradingClaim } from '../../db/grading/grading-claim.ts';
import type { TurnOrdinals } from '../../db/turns/turn.ts';
import type { Tx } from '../../db/connection/tx.ts';
import { retryWhileUnavailable } from '../../db/connection/retry-while-unavailable.ts';
import { coalesce } from '../../queue/coalesce.ts';
import { LostClaim } from './lost-claim.ts';

/** What models have said: each answer is in the store before anybody uses it. */
export interface JudgementStore {
  /** What is on record of the turns from one place to another. */
  open(first: TurnOrdinals, last: TurnOrdinals): Promise<KnownJudgements>;
  write(row: JudgementRow): Promise<void>;
}

export interface KnownJudgements {
  find(question: Question): JudgementRow | undefined;
}

export interface Question extends TurnOrdinals {
  readonly kind: JudgementKind;
  readonly model: string;
  readonly sampleNo: number;
}

interface JudgementStoreServices {
  readonly tx: Tx;
  readonly signal: AbortSignal;
}

export function createJudgementStore(
  { tx, signal }: JudgementStoreServices,
  claim: GradingClaim,
  since: number,
): JudgementStore {
  const { runId, revision } = claim;
  // What comes in while some are being written goes with the next ones.
  const insert = coalesce<JudgementRow>(async (rows) => {
    const isOurs = await retryWhileUnavailable(() => insertJudgements(tx, claim, rows), signal);
    if (!isOurs) throw new LostClaim();
  });
  return {
    async open(first, last) {
      const rows = await listJudgements(tx, { runId, since, revision, first, last });
      const known = new Map(rows.map((row) => [nameOf(row), row]));
      return { find: (question) => known.get(nameOf(question)) };
    },
    write: (row) => insert([row]),
  };
}

function nameOf({ scenarioNo, attemptNo, turnNo, kind, model, sampleNo }: Question): string {
  return `${scenarioNo}/${attemptNo}/${turnNo}/${kind}/${sampleNo}/${model}`;
}
