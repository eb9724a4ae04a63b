import type { AttemptScore } from '../grading/attempt-scores.ts';
import type { TurnOrdinals } from '../../entities/turn.ts';

/** The result of a conversation in a list of turns. It follows the last turn of its attempt. */
export interface ConversationRow extends AttemptScore {
  readonly turnNo: null;
  /** Positions of the checks whose result is not known; null if there are none. */
  readonly openChecks: readonly number[] | null;
}

export function isConversation(row: TurnOrdinals | ConversationRow): row is ConversationRow {
  return row.turnNo === null;
}

/** Adds the result of each conversation after the last turn of its attempt. Both inputs must be in run order. */
export async function* withConversations<T extends TurnOrdinals>(
  pages: AsyncIterable<readonly T[]>,
  scores: AsyncIterable<AttemptScore>,
): AsyncGenerator<readonly (T | ConversationRow)[]> {
  const iterator = scores[Symbol.asyncIterator]();
  let next = await iterator.next();
  const takeBefore = async (
    turn: TurnOrdinals | undefined,
  ): Promise<readonly ConversationRow[]> => {
    const rows: ConversationRow[] = [];
    for (; next.done !== true; next = await iterator.next()) {
      if (turn !== undefined && !isBefore(next.value, turn)) break;
      rows.push(toRow(next.value));
    }
    return rows;
  };
  for await (const page of pages) {
    if (next.done === true) {
      yield page;
      continue;
    }
    const merged: (T | ConversationRow)[] = [];
    for (const turn of page) merged.push(...(await takeBefore(turn)), turn);
    yield merged;
  }
  const rest = await takeBefore(undefined);
  if (rest.length > 0) yield rest;
}

function toRow(score: AttemptScore): ConversationRow {
  const openChecks = score.checks.flatMap(({ passed, verdict }, at) =>
    passed === null && verdict !== 'not_applicable' ? [at] : [],
  );
  return { ...score, turnNo: null, openChecks };
}

function isBefore(score: AttemptScore, turn: TurnOrdinals): boolean {
  return (
    score.scenarioNo < turn.scenarioNo ||
    (score.scenarioNo === turn.scenarioNo && score.attemptNo < turn.attemptNo)
  );
}
