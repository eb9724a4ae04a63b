import type { RunId } from '@fairtrial/contracts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import type { AttemptOrdinals } from '../../db/grading/attempt-scores.ts';
import { listResultTurns, type ResultTurn } from '../../db/labels/labelled-turns.ts';
import { isCompleteAttempt, type RunPlan } from '../../entities/run.ts';
import { isConversation, type ConversationRow } from '../../db/turns/with-conversations.ts';
import { attemptPassed } from '../grade/passing.ts';

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
