import { insertJudgements } from '../../db/insert-judgements.ts';
import type { JudgementKind, JudgementRow } from '../../db/judgement.ts';
import { listJudgements } from '../../db/list-judgements.ts';
import type { MarkingClaim } from '../../db/marking-claim.ts';
import type { Place } from '../../db/turn.ts';
import type { Tx } from '../../db/tx.ts';
import { whileAway } from '../../db/while-away.ts';
import { coalesce } from '../../queue/coalesce.ts';
import { LostClaim } from './lost-claim.ts';

/** What models have said: each answer is in the book before anybody uses it. */
export interface Book {
  /** What is on record of the turns from one place to another. */
  open(first: Place, last: Place): Promise<Pages>;
  write(row: JudgementRow): Promise<void>;
}

export interface Pages {
  find(question: Question): JudgementRow | undefined;
}

export interface Question extends Place {
  readonly kind: JudgementKind;
  readonly model: string;
  readonly sampleNo: number;
}

interface BookServices {
  readonly tx: Tx;
  readonly signal: AbortSignal;
}

export function createBook({ tx, signal }: BookServices, claim: MarkingClaim, since: number): Book {
  const { runId, revision } = claim;
  // What comes in while some are being written goes with the next ones.
  const insert = coalesce<JudgementRow>(async (rows) => {
    const isOurs = await whileAway(() => insertJudgements(tx, claim, rows), signal);
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
