import type { GradedConversation, TurnOrdinals } from '../../entities/turn.ts';

/** The result of a conversation in a list of turns. It follows the last turn of its attempt. */
export interface ConversationRow extends GradedConversation {
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
  conversations: AsyncIterable<GradedConversation>,
): AsyncGenerator<readonly (T | ConversationRow)[]> {
  const iterator = conversations[Symbol.asyncIterator]();
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

function toRow(conversation: GradedConversation): ConversationRow {
  const openChecks = conversation.checks.flatMap(({ passed, verdict }, at) =>
    passed === null && verdict !== 'not_applicable' ? [at] : [],
  );
  return { ...conversation, turnNo: null, openChecks };
}

function isBefore(conversation: GradedConversation, turn: TurnOrdinals): boolean {
  return (
    conversation.scenarioNo < turn.scenarioNo ||
    (conversation.scenarioNo === turn.scenarioNo && conversation.attemptNo < turn.attemptNo)
  );
}
