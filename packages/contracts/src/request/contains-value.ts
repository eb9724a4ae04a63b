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
