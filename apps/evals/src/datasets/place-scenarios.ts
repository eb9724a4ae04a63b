import { longestIncreasing } from '@fairtrial/contracts';
import { GAP } from '../db/datasets/scenario-rows.ts';

/** Places are sent as JSON numbers. */
const MAX_PLACE = 2 ** 52;

/**
 * Chooses places for `ids`, in this order. Those in `staying` and as many others as possible keep the place in `places`.
 * Returns the places of the rest; `undefined` if there is no room between two scenarios.
 */
export function placeScenarios(
  ids: readonly string[],
  places: ReadonlyMap<string, number>,
  staying: ReadonlySet<string>,
): ReadonlyMap<string, number> | undefined {
  const known = keepBetween(
    ids.filter((id) => places.has(id)),
    places,
    staying,
  );
  const kept = keepInOrder(known, places);
  const placed = new Map<string, number>();
  let waiting: string[] = [];
  let low: number | undefined;
  for (const id of [...ids, undefined]) {
    const high = id === undefined || !kept.has(id) ? undefined : places.get(id);
    if (id !== undefined && high === undefined) {
      waiting.push(id);
      continue;
    }
    for (const [at, place] of fill(waiting.length, low, high).entries()) {
      placed.set(waiting[at] ?? '', place);
    }
    if (waiting.length > 0 && !isRoom([low, ...waiting.map((each) => placed.get(each)), high])) {
      return undefined;
    }
    waiting = [];
    low = high;
  }
  return placed;
}

function isRoom(places: readonly (number | undefined)[]): boolean {
  const given = places.filter((place) => place !== undefined);
  return given.every(
    (place, at) => Math.abs(place) <= MAX_PLACE && (at === 0 || place > (given[at - 1] ?? place)),
  );
}

/** `count` places between two others; `undefined`: there is none on that side. */
function fill(count: number, low: number | undefined, high: number | undefined): readonly number[] {
  const start = low ?? (high === undefined ? 0 : high - GAP * (count + 1));
  const step = high === undefined ? GAP : (high - start) / (count + 1);
  return Array.from({ length: count }, (_, at) => Math.floor(start + step * (at + 1)));
}

/** Leaves out ids whose place is not between those of the nearest staying ones before and after them in the list. */
function keepBetween(
  ids: readonly string[],
  places: ReadonlyMap<string, number>,
  staying: ReadonlySet<string>,
): readonly string[] {
  const placeOf = (id: string): number => places.get(id) ?? 0;
  let low = -Infinity;
  const above = ids.filter((id) => {
    if (staying.has(id)) low = placeOf(id);
    return placeOf(id) >= low;
  });
  let high = Infinity;
  return above
    .toReversed()
    .filter((id) => {
      if (staying.has(id)) high = placeOf(id);
      return placeOf(id) <= high;
    })
    .toReversed();
}

/** The longest list of `ids` whose places are in ascending order. */
function keepInOrder(
  ids: readonly string[],
  places: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const stays = longestIncreasing(ids.map((id) => places.get(id) ?? 0));
  return new Set(ids.filter((_, at) => stays.has(at)));
}
