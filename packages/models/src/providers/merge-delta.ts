export type Fields = Record<string, unknown>;

/** These name something: a provider that repeats them in every chunk does not mean a longer text. */
const NAMES = new Set(['role', 'id', 'type', 'name', 'object', 'format', 'status', 'model']);
const MAX_INDEXED_ITEMS = 1000;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field of a message is text that is streamed piece by piece, like `reasoning_content`. */
export function isText(key: string, value: unknown): value is string {
  return typeof value === 'string' && !NAMES.has(key);
}

/**
 * Adds the next piece of a streamed object to the pieces before, whatever its fields are: text is appended, objects
 * are merged, items of a list are merged by their `index` and appended if they have none. `null` changes nothing.
 */
export function mergeDelta(before: Fields, delta: Fields): void {
  for (const key of Object.keys(delta)) {
    const value = delta[key];
    if (key === '__proto__' || (value === null && key in before)) continue;
    before[key] = merged(key, before[key], value);
  }
}

function merged(key: string, before: unknown, value: unknown): unknown {
  if (isText(key, value)) return typeof before === 'string' ? before + value : value;
  if (Array.isArray(value)) return mergeItems(Array.isArray(before) ? before : [], value);
  if (!isFields(value)) return value;
  const target = isFields(before) ? before : {};
  mergeDelta(target, value);
  return target;
}

function mergeItems(before: unknown[], items: readonly unknown[]): unknown[] {
  for (const item of items) {
    const index = isFields(item) ? item['index'] : undefined;
    const same =
      index === undefined
        ? undefined
        : before.findLast((one) => isFields(one) && one['index'] === index);
    if (isFields(same)) mergeDelta(same, item as Fields);
    else if (index !== undefined && before.length >= MAX_INDEXED_ITEMS) {
      throw new Error(`it streams a list of more than ${MAX_INDEXED_ITEMS} items`);
    } else before.push(merged('', undefined, item));
  }
  return before;
}
