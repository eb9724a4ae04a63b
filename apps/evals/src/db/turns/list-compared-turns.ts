import type { Metadata, Outcome, RunId, Scores, Usage } from '@assay/contracts';
import { pageTurns } from './page-turns.ts';
import type { TurnOrdinals } from './turn.ts';
import type { Tx } from '../connection/tx.ts';

/** Of a turn, what a comparison needs: no text but its labels. */
export interface ComparedTurn extends TurnOrdinals {
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly passed: boolean | null;
  readonly usage: Usage | null;
  readonly latencyMs: number;
  /** The same for the same reply. */
  readonly replyHash: string;
  /** Null where it is too long to be labels. */
  readonly generatedMetadata: Metadata | null;
}

const PAGE_ROWS = 1000;
const MAX_LABELS_LENGTH = 32 * 1024;

const COLUMNS = `outcome, scores, passed, usage, latency_ms as "latencyMs", md5(reply) as "replyHash",
  case when octet_length(generated_metadata::text) <= ${MAX_LABELS_LENGTH} then generated_metadata end
    as "generatedMetadata"`;

/** In order, page by page. */
export function listComparedTurns(tx: Tx, id: RunId): AsyncGenerator<readonly ComparedTurn[]> {
  return pageTurns(tx, id, { columns: COLUMNS, rows: PAGE_ROWS });
}
