import type { ComparedTurn } from '../../db/turns/list-compared-turns.ts';

export interface ReplyCollector {
  add(turn: ComparedTurn): void;
  isSame(scenario: number, turn?: number): boolean;
}

/** Whether the attempts of a run said the same, word for word; a failure says nothing. */
export function collectReplies(): ReplyCollector {
  const first = new Map<number, Map<number, string>>();
  const varied = new Map<number, Set<number>>();
  return {
    add({ scenarioNo, turnNo, outcome, replyHash }) {
      const hashes = first.get(scenarioNo) ?? new Map<number, string>();
      first.set(scenarioNo, hashes);
      const hash = hashes.get(turnNo) ?? replyHash;
      hashes.set(turnNo, hash);
      if (outcome === 'answered' && hash === replyHash) return;
      varied.set(scenarioNo, (varied.get(scenarioNo) ?? new Set()).add(turnNo));
    },
    isSame(scenario, turn) {
      const others = varied.get(scenario);
      if (!first.has(scenario)) return false;
      return turn === undefined ? others === undefined : others?.has(turn) !== true;
    },
  };
}
