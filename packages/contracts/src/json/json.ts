/** Returns `undefined` (which JSON cannot express) if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Builds a JSON Pointer (RFC 6901). */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the keys of a pointer. The empty pointer refers to the whole value and has no keys. */
export function fromPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns a copy of a JSON value with sorted object keys, so that equal values serialize to the same text. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, item]) => [key, sortKeys(item)] as const);
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * True if `whole` has all keys of `part` with matching values; lists must have the same length, and other values must be
 * equal. A list of values that are still to be compared takes the place of recursion, which a deep value could make
 * overflow. Each value stands before the one that it must contain: an object for each pair would take twice the time.
 */
export function containsValue(whole: unknown, part: unknown): boolean {
  const open: unknown[] = [whole, part];
  while (open.length > 0) {
    const wanted = open.pop();
    const found = open.pop();
    const isMatch = Array.isArray(wanted)
      ? Array.isArray(found) && matchItems(found, wanted, open)
      : matchKeys(found, wanted, open);
    if (!isMatch) return false;
  }
  return true;
}

/** Compares the items of two lists. Adds those that are objects or lists to `open`. */
function matchItems(
  found: readonly unknown[],
  wanted: readonly unknown[],
  open: unknown[],
): boolean {
  if (found.length !== wanted.length) return false;
  for (let at = 0; at < wanted.length; at += 1) {
    const item = wanted[at];
    if (isObject(item)) open.push(found[at], item);
    else if (found[at] !== item) return false;
  }
  return true;
}

/** Compares the values of the keys of `wanted`. Adds those that are objects or lists to `open`. */
function matchKeys(found: unknown, wanted: unknown, open: unknown[]): boolean {
  if (!isObject(wanted)) return found === wanted;
  if (!isObject(found) || Array.isArray(found)) return false;
  for (const key of Object.keys(wanted)) {
    const value = wanted[key];
    if (!Object.hasOwn(found, key)) return false;
    if (isObject(value)) open.push(found[key], value);
    else if (found[key] !== value) return false;
  }
  return true;
}

/** True for objects and lists. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
