import {
  AppError,
  type DatasetChanges,
  type FieldError,
  longestIncreasing,
} from '@fairtrial/contracts';
import {
  type PlacedScenario,
  type RowChanges,
  type ScenarioToStore,
  GAP,
} from '../db/datasets/scenario-rows.ts';

/** The scenarios of the next version, in order. */
export interface NextVersion {
  readonly ids: readonly string[];
  /** New scenarios, and those that may have changed. */
  readonly contents: ReadonlyMap<string, ScenarioToStore>;
  /** Scenarios that must not be moved. They are in the order of their places. */
  readonly staying: ReadonlySet<string>;
}

/** Returns the rows to write; `undefined` if the scenarios first have to be spread over more places. */
export function planRows(
  current: readonly PlacedScenario[],
  { ids, contents, staying }: NextVersion,
): RowChanges | undefined {
  const known = new Map(current.map((each) => [each.id, each]));
  const places = placeScenarios(ids, new Map(current.map(({ id, place }) => [id, place])), staying);
  if (places === undefined) return undefined;
  const stored: RowChanges['stored'][number][] = [];
  const moved: RowChanges['moved'][number][] = [];
  for (const id of ids) {
    const earlier = known.get(id);
    const scenario = contents.get(id);
    const place = places.get(id) ?? earlier?.place ?? 0;
    if (scenario !== undefined && scenario.hash !== earlier?.hash) {
      stored.push({ scenario, earlier, place });
    } else if (earlier !== undefined && place !== earlier.place) {
      moved.push({ earlier, place });
    }
  }
  const remaining = new Set(ids);
  const removed = current.filter(({ id }) => !remaining.has(id));
  return { removed, stored, moved };
}

/** The version with these scenarios and no others. */
export function replaceAll(scenarios: readonly ScenarioToStore[]): NextVersion {
  const contents = new Map(scenarios.map((each) => [each.id, each]));
  return { ids: [...contents.keys()], contents, staying: new Set() };
}

interface Changes {
  readonly upsert: readonly ScenarioToStore[];
  readonly remove: readonly string[];
  readonly order: Order;
}

/**
 * Replaces and adds scenarios, then removes, then moves. Removing a scenario that does not exist changes nothing.
 * `current` may have only a part of the scenarios, so those that the changes do not move must stay where they are.
 */
export function applyChanges(
  current: readonly PlacedScenario[],
  { upsert, remove, order }: Changes,
): NextVersion {
  const contents = new Map(upsert.map((each) => [each.id, each]));
  refuseBoth(contents, remove);
  const ids = new Set([...current.map(({ id }) => id), ...contents.keys()]);
  for (const id of remove) ids.delete(id);
  const moving = new Set(order.map(({ id }) => id));
  const staying = new Set(current.map(({ id }) => id).filter((id) => !moving.has(id)));
  return { ids: order.length === 0 ? [...ids] : moveInOrder(ids, order), contents, staying };
}

function refuseBoth(contents: ReadonlyMap<string, unknown>, remove: readonly string[]): void {
  const at = remove.findIndex((id) => contents.has(id));
  if (at !== -1) throw refuse(`/remove/${at}`, 'is also in upsert: leave it out of one of them');
}

type Order = NonNullable<DatasetChanges['order']>;

/** Moves scenarios one after the other. */
function moveInOrder(ids: ReadonlySet<string>, order: Order): readonly string[] {
  for (const at of order.keys()) refuseMove(ids, order, at);
  const { after, before } = linkItems(ids);
  const link = (one: string, other: string): void => {
    after.set(one, other);
    before.set(other, one);
  };
  const follow = (id: string): string => after.get(id) ?? START;
  for (const { id, after: target } of order) {
    link(before.get(id) ?? START, follow(id));
    const next = follow(target ?? START);
    link(target ?? START, id);
    link(id, next);
  }
  const moved: string[] = [];
  for (let id = follow(START); id !== START; id = follow(id)) moved.push(id);
  return moved;
}

function refuseMove(ids: ReadonlySet<string>, order: Order, at: number): void {
  const { id = START, after = null } = order[at] ?? {};
  const unknown = 'is not the id of a scenario of the dataset';
  if (!ids.has(id)) throw refuse(`/order/${at}/id`, unknown);
  if (after !== null && !ids.has(after)) throw refuse(`/order/${at}/after`, unknown);
  if (id === after) throw refuse(`/order/${at}/after`, 'is the scenario itself: name another one');
}

/** Comes before the first and after the last scenario. No scenario has this id. */
const START = '';

/** The neighbours of each item. */
function linkItems(ids: Iterable<string>): Record<'after' | 'before', Map<string, string>> {
  const links = { after: new Map<string, string>(), before: new Map<string, string>() };
  let last = START;
  for (const id of [...ids, START]) {
    links.after.set(last, id);
    links.before.set(id, last);
    last = id;
  }
  return links;
}

function refuse(pointer: string, detail: string): AppError {
  const errors: FieldError[] = [{ pointer, detail }];
  return new AppError('invalid_request', `${pointer} ${detail}`, { errors });
}

/** Places are sent as JSON numbers. */
const MAX_PLACE = 2 ** 52;

/**
 * Chooses places for `ids`, in this order. Those in `staying` and as many others as possible keep the place in `places`.
 * Returns the places of the rest; `undefined` if there is no room between two scenarios.
 */
function placeScenarios(
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
