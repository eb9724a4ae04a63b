import { MAX_SCORED_TURNS, type ScorerTurn } from '@fairtrial/contracts';

/** Conversations are repeated with every turn, so a batch of long ones would become very large. */
const MAX_BATCH_CHARS = 4 * 1024 * 1024;

/** Splits turns into batches for one call each, by number and by size. A batch has at least one turn. */
export function* batchTurns(turns: Iterable<ScorerTurn>): Generator<readonly ScorerTurn[]> {
  let batch: ScorerTurn[] = [];
  let size = 0;
  for (const turn of turns) {
    const chars = JSON.stringify(turn).length;
    const isFull = batch.length === MAX_SCORED_TURNS || size + chars > MAX_BATCH_CHARS;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(turn);
    size += chars;
  }
  if (batch.length > 0) yield batch;
}
