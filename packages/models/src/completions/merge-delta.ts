export type Fields = Record<string, unknown>;

/** Identifiers, which providers may repeat in every chunk: they are replaced, not appended. */
const NAMES = new Set(['role', 'id', 'type', 'name', 'object', 'format', 'status', 'model']);
const MAX_INDEXED_ITEMS = 1000;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if a message field is text that is streamed in pieces, such as `reasoning_content`. */
export function isText(key: string, value: unknown): value is string {
  return typeof value === 'string' && !NAMES.has(key);
}

/**
 * Merges the next delta of a streamed object into `before`: text is appended, objects are merged, list items are merged
 * by `index`, or appended if they have none. `null` does not overwrite a value.
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
