import { AppError, type Metadata, type RunId } from '@assay/contracts';
import { findRun } from '../../db/runs/find-run.ts';
import type { InteractionPosition } from '../../db/turns/list-means.ts';
import type { Tx } from '../../db/connection/tx.ts';

/** Of what was planned, what tables show and search: the plan of a large run takes long to read. */
export interface PlannedTurn extends InteractionPosition {
  readonly scenarioName: string;
  /** Its beginning. */
  readonly userMessage: string;
  readonly labels: Metadata;
}

export interface PlannedTurnCache {
  /** The interactions of a run in order. A plan never changes: it is read once. */
  read(tx: Tx, runId: RunId): Promise<readonly PlannedTurn[]>;
}

/** What is searched of a message. */
const MAX_SEARCHED_LENGTH = 2000;

/** Keeps the runs that were last looked at, up to so many interactions in all. */
export function createPlannedTurnCache(mostLines = 200_000): PlannedTurnCache {
  const kept = new Map<RunId, readonly PlannedTurn[]>();
  return {
    async read(tx, runId) {
      const script = kept.get(runId) ?? (await readScript(tx, runId));
      kept.delete(runId);
      kept.set(runId, script); // the last one that was looked at is the last to go
      let lines = 0;
      for (const [id, one] of [...kept].toReversed()) {
        lines += one.length;
        if (lines > mostLines) kept.delete(id);
      }
      return script;
    },
  };
}

async function readScript(tx: Tx, runId: RunId): Promise<readonly PlannedTurn[]> {
  const run = await findRun(tx, runId);
  if (run === undefined) throw new AppError('run_not_found', `there is no run ${runId}`);
  return run.plan.scenarios.flatMap(({ name, interactions }, scenarioNo) =>
    interactions.map(({ user_message, reference_metadata }, turnNo) => ({
      scenarioNo,
      turnNo,
      scenarioName: name,
      userMessage: user_message.slice(0, MAX_SEARCHED_LENGTH),
      labels: reference_metadata,
    })),
  );
}
