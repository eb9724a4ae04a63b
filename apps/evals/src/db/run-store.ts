import type { EvaluationResponse, RunId } from '@assay/contracts';
import type { Run } from './run.ts';
import type { AttemptKey, Turn } from './turn.ts';

/** Where runs live. In memory for now; PostgreSQL takes this port over. */
export interface RunStore {
  insertRun(run: Run): Promise<void>;
  findRun(id: RunId): Promise<Run | undefined>;
  appendTurn(turn: Turn): Promise<void>;
  /** By scenario, attempt and turn. */
  listTurns(id: RunId): Promise<readonly Turn[]>;
  countTurns(id: RunId): Promise<number>;
  /** Says how many attempts of the run are still open. */
  finishAttempt(key: AttemptKey): Promise<number>;
  finishRun(id: RunId, result: EvaluationResponse): Promise<void>;
  /** The run ends without a result; those who wait for it are told. */
  failRun(id: RunId): Promise<void>;
  findResult(id: RunId): Promise<EvaluationResponse | undefined>;
  /** Resolves with the result once the run is finished; rejects when the signal aborts. */
  waitForResult(id: RunId, signal: AbortSignal): Promise<EvaluationResponse>;
}
