/** Whether all of `part` is in `whole`: of objects some of the keys, of everything else the same. */
export function containsValue(whole: unknown, part: unknown): boolean {
  if (isList(part)) {
    return (
      isList(whole) &&
      whole.length === part.length &&
      part.every((item, at) => containsValue(whole[at], item))
    );
  }
  if (isObject(part)) {
    return (
      isObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsValue(whole[key], value),
      )
    );
  }
  return whole === part;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
