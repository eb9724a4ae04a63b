import type { RunId } from '@fairtrial/contracts';
import type { LabelledScenario } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { AttemptOrdinals } from '../../entities/turn.ts';
import { listResultTurns, type ResultTurn } from '../../db/labels/labelled-turns.ts';
import { isCompleteAttempt, type RunPlan, type Run } from '../../entities/run.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import { attemptPassed } from '../grade/passing.ts';
import { listBlindLabels, type LabelRow } from '../../db/labels/labels.ts';

/** An attempt that people can label. */
export interface AttemptResult extends AttemptOrdinals {
  readonly try: number;
  /** What the judge found: the result of the attempt in the run; `undefined` if unknown. */
  readonly passed: boolean | undefined;
}

type PassPlan = Pick<RunPlan, 'scenarios' | 'passThreshold'>;

/** Lists the attempts of a run that people can label, in order. */
export async function listAttempts(
  tx: SqlExecutor,
  { id, plan }: { readonly id: RunId; readonly plan: PassPlan },
): Promise<readonly AttemptResult[]> {
  const attempts: AttemptResult[] = [];
  let current: (ResultTurn | ConversationRow)[] = [];
  const close = (): void => {
    const attempt = readAttempt(current, plan);
    if (attempt !== undefined) attempts.push(attempt);
    current = [];
  };
  for await (const page of listResultTurns(tx, id)) {
    for (const turn of page) {
      const [first] = current;
      const isSame = first?.scenarioNo === turn.scenarioNo && first.attemptNo === turn.attemptNo;
      if (!isSame) close();
      current.push(turn);
    }
  }
  close();
  return attempts;
}

/**
 * Returns the result of an attempt from its turns and the checks of its conversation; `undefined` if people cannot label
 * it, because a turn was not played or its request failed.
 */
export function readAttempt(
  rows: readonly (ResultTurn | ConversationRow)[],
  { scenarios, passThreshold }: PassPlan,
): AttemptResult | undefined {
  const [first] = rows;
  const scenario = first && scenarios[first.scenarioNo];
  if (first === undefined || scenario === undefined) return undefined;
  const turns = rows.filter((row): row is ResultTurn => !isConversation(row));
  const isPlayed = scenario.user
    ? rows.some((row) => isConversation(row) && isPlayedToEnd(row))
    : turns.length === scenario.interactions.length;
  if (!isPlayed || turns.some(({ outcome }) => outcome !== 'answered')) return undefined;
  const { scenarioNo, attemptNo } = first;
  const isScored = isCompleteAttempt(scenario, rows);
  return {
    scenarioNo,
    attemptNo,
    try: Math.max(...turns.map((turn) => turn.try)),
    passed: isScored ? attemptPassed(rows, scenario, passThreshold) : undefined,
  };
}

/** A conversation that the simulated user spoiled says nothing about the model. */
function isPlayedToEnd({ user, excludedReason }: ConversationRow): boolean {
  return !excludedReason && (user?.ended_by === 'user' || user?.ended_by === 'max_turns');
}

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

/** The labels of all people for one attempt, or for one of its checks. */
export interface Vote extends Pick<LabelRow, 'runId' | 'scenarioNo' | 'attemptNo' | 'checkId'> {
  /** The result of the majority; `undefined` if as many pass as fail it. */
  readonly passed: boolean | undefined;
  readonly labels: readonly LabelRow[];
}

/** Groups labels by attempt and check, in order. Removed labels are left out. */
export function countVotes(labels: readonly LabelRow[]): readonly Vote[] {
  const groups = Map.groupBy(
    labels.filter(({ passed }) => passed !== null),
    ({ runId, scenarioNo, attemptNo, checkId }) =>
      JSON.stringify([runId, scenarioNo, attemptNo, checkId]),
  );
  return [...groups.values()].flatMap(toVote);
}

function toVote(labels: readonly LabelRow[]): readonly Vote[] {
  const [first] = labels;
  if (first === undefined) return [];
  const { runId, scenarioNo, attemptNo, checkId } = first;
  const passes = labels.filter(({ passed }) => passed === true).length;
  const fails = labels.length - passes;
  const passed = passes === fails ? undefined : passes > fails;
  return [{ runId, scenarioNo, attemptNo, checkId, passed, labels }];
}
