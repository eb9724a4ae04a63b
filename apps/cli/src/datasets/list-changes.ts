import { longestIncreasing } from '@fairtrial/contracts';

/** A scenario in a list, with the hash of its content. */
export interface Hashed {
  readonly id: string;
  readonly hash: string;
}

/** Moves a scenario behind another one, or to the start (null). */
export interface Move {
  readonly id: string;
  readonly after: string | null;
}

/** What turns one list of scenarios into another: the ids of the scenarios by change. */
export interface ListChanges {
  /** In the order of the new list, like `changed` and `moved`. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  /** Equal content at another place. As few as possible. */
  readonly moved: readonly string[];
  readonly removed: readonly string[];
  /** To be applied after removed scenarios are gone and added ones are at the end. As few as possible. */
  readonly moves: readonly Move[];
}

/** Compares two lists in which each id occurs once. */
export function listChanges(before: readonly Hashed[], after: readonly Hashed[]): ListChanges {
  const hashes = new Map(before.map(({ id, hash }) => [id, hash]));
  const remaining = new Set(after.map(({ id }) => id));
  const kept = before.filter(({ id }) => remaining.has(id)).map(({ id }) => id);
  const added = after.filter(({ id }) => !hashes.has(id)).map(({ id }) => id);
  const changed = after
    .filter(({ id, hash }) => hashes.has(id) && hashes.get(id) !== hash)
    .map(({ id }) => id);
  const isChanged = new Set(changed);
  const wanted = after.map(({ id }) => id);
  const old = wanted.filter((id) => hashes.has(id));
  return {
    added,
    changed,
    moved: planMoves(kept, old)
      .map(({ id }) => id)
      .filter((id) => !isChanged.has(id)),
    removed: before.filter(({ id }) => !remaining.has(id)).map(({ id }) => id),
    moves: planMoves([...kept, ...added], wanted),
  };
}

/** The smallest number of moves: the longest list of scenarios that are in the wanted order already stays in place. */
function planMoves(current: readonly string[], wanted: readonly string[]): readonly Move[] {
  const places = new Map(current.map((id, place) => [id, place]));
  const stays = longestIncreasing(wanted.map((id) => places.get(id) ?? 0));
  return wanted.flatMap((id, at) => (stays.has(at) ? [] : [{ id, after: wanted[at - 1] ?? null }]));
}
