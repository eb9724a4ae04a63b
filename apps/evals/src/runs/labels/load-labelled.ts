import type { LabelledScenario } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listBlindLabels, type LabelRow } from '../../db/labels/labels.ts';
import type { Run } from '../../entities/run.ts';
import { countVotes } from './count-votes.ts';
import { listAttempts, type AttemptResult } from './list-attempts.ts';

/**
 * Returns the attempts of each scenario of a run with the results of the judge and of the people; `undefined` without
 * labels. Only blind labels count, of all draws or of the given ones.
 */
export async function loadLabelled(
  tx: SqlExecutor,
  run: Run,
  draws?: ReadonlySet<string>,
): Promise<readonly LabelledScenario[] | undefined> {
  const blind = await listBlindLabels(tx, [run.id]);
  const labels = blind.filter(({ drawId }) => draws?.has(drawId ?? '') ?? true);
  if (labels.length === 0) return undefined;
  const attempts = await listAttempts(tx, run);
  return toLabelled(run, attempts, selectCurrent(labels, attempts));
}

/** Joins attempts with the majority of their labels. */
export function toLabelled(
  { plan }: Pick<Run, 'plan'>,
  attempts: readonly AttemptResult[],
  labels: readonly LabelRow[],
): readonly LabelledScenario[] {
  const wholeAttempts = labels.filter(({ checkId }) => checkId === '');
  const votes = new Map(countVotes(wholeAttempts).map((vote) => [keyOf(vote), vote.passed]));
  const byScenario = Map.groupBy(attempts, ({ scenarioNo }) => scenarioNo);
  return plan.scenarios.map((_, scenarioNo) =>
    (byScenario.get(scenarioNo) ?? []).map((attempt) => ({
      judge: attempt.passed ?? null,
      label: votes.get(keyOf(attempt)),
    })),
  );
}

/** Leaves out labels of attempts that were played again later. */
export function selectCurrent(
  labels: readonly LabelRow[],
  attempts: readonly AttemptResult[],
): readonly LabelRow[] {
  const tries = new Map(attempts.map((attempt) => [keyOf(attempt), attempt.try]));
  return labels.filter((label) => tries.get(keyOf(label)) === label.try);
}

/** Identifies an attempt of one run. */
export function keyOf({
  scenarioNo,
  attemptNo,
}: {
  readonly scenarioNo: number;
  readonly attemptNo: number;
}): string {
  return `${scenarioNo}/${attemptNo}`;
}
