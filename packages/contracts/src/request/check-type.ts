/** The key that names a check is its type: `{"contains": "x"}` is of the type `contains`. */
export const CHECK_TYPES = [
  'contains',
  'not_contains',
  'regex',
  'json_schema',
  'max_words',
  'latency_ms',
  'tools',
] as const;

export type CheckType = (typeof CHECK_TYPES)[number];

/** The name of a check in lists: its id, or its type if it has none. */
export function checkName(check: object & { readonly id?: unknown }): string {
  return typeof check.id === 'string' ? check.id : checkType(check);
}

/** The type of a check or of its result. Throws if it has no key that is known. This file needs no zod, so browsers can load it. */
export function checkType(check: object): CheckType {
  const type = CHECK_TYPES.find((key) => Object.hasOwn(check, key));
  if (type === undefined) throw new TypeError(`not a check: ${Object.keys(check).join(', ')}`);
  return type;
}
