import type { MetadataSource, Outcome, Protocol, RunId, Scores, Usage } from '@assay/contracts';
import { pageTurns } from './page-turns.ts';
import type { TurnOrdinals } from './turn.ts';
import type { Tx } from '../connection/tx.ts';

/** Of a turn, what a summary needs. */
export interface TurnOutcome extends TurnOrdinals {
  readonly outcome: Outcome;
  readonly scores: Scores;
  readonly passed: boolean | null;
  readonly usage: Usage | null;
  readonly metadataSource: MetadataSource | null;
  readonly protocol: Protocol;
}

const PAGE_ROWS = 2000;

/** In order, page by page. */
export function listOutcomes(tx: Tx, id: RunId): AsyncGenerator<readonly TurnOutcome[]> {
  const columns = 'outcome, scores, passed, usage, metadata_source as "metadataSource", protocol';
  return pageTurns(tx, id, { columns, rows: PAGE_ROWS });
}
