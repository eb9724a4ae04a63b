import { INPUT_LIMITS, type TestBatch } from '@fairtrial/contracts';
import type { Move } from './list-changes.ts';

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
