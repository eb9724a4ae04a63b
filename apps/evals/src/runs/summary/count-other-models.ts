import type { TurnOutcome } from '../../db/turns/page-turns.ts';

const MAX_NAMES = 3;

/**
 * Counts replies of models other than the requested one. They are scored; the warning names the models that answered.
 */
export function countOtherModels(asked: string): {
  add(turn: Pick<TurnOutcome, 'outcome' | 'otherModel'>): void;
  /** Returns at most one warning. */
  listWarnings(): readonly string[];
} {
  let replies = 0;
  let others = 0;
  const names = new Set<string>();
  return {
    add({ outcome, otherModel }) {
      if (outcome !== 'answered') return;
      replies += 1;
      if (otherModel === null) return;
      others += 1;
      names.add(otherModel);
    },
    listWarnings() {
      if (others === 0) return [];
      const hidden = names.size - MAX_NAMES;
      const shown = [...names].slice(0, MAX_NAMES).join(', ');
      const by = hidden > 0 ? `${shown} and ${hidden} more` : shown;
      return [
        `${others} of ${replies} replies came from another model: asked for ${asked}, answered by ${by}`,
      ];
    },
  };
}
