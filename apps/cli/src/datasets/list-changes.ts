import { INPUT_LIMITS, longestIncreasing, type TestBatch } from '@fairtrial/contracts';

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

/** The changes of one request. */
export interface ChangePart {
  readonly upsert: readonly TestBatch[];
  readonly remove: readonly string[];
  readonly order: readonly Move[];
}

interface PartLimits {
  readonly bytes: number;
  readonly values: number;
  readonly items: number;
}

/** What the service accepts in one request, less some room for the other fields. */
const LIMITS: PartLimits = {
  bytes: INPUT_LIMITS.body_bytes - 64 * 1024,
  values: INPUT_LIMITS.values - 100,
  items: INPUT_LIMITS.list_items,
};

/** Splits changes into parts that the service accepts. Each part is sent after the ones before it. */
export function splitChanges(
  { upsert, remove, order }: ChangePart,
  limits: PartLimits = LIMITS,
): readonly ChangePart[] {
  const parts: { upsert: TestBatch[]; remove: string[]; order: Move[] }[] = [];
  let last = { upsert: [], remove: [], order: [] } as (typeof parts)[number];
  let [bytes, values] = [Infinity, Infinity];
  /** The last part, or a new one if the item does not fit into it. */
  const partFor = (item: unknown, list: keyof ChangePart): typeof last => {
    const [itemBytes, itemValues] = [
      Buffer.byteLength(JSON.stringify(item)) + 1,
      countValues(item),
    ];
    bytes += itemBytes;
    values += itemValues;
    const isFull = last[list].length === limits.items;
    if (isFull || bytes > limits.bytes || values > limits.values) {
      last = { upsert: [], remove: [], order: [] };
      parts.push(last);
      [bytes, values] = [itemBytes, itemValues];
    }
    return last;
  };
  for (const item of upsert) partFor(item, 'upsert').upsert.push(item);
  for (const item of remove) partFor(item, 'remove').remove.push(item);
  for (const item of order) partFor(item, 'order').order.push(item);
  return parts;
}

/** Values of any type in a JSON value, itself included. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 1);
}
