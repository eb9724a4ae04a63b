/** The type of a check is its key: `{"contains": "x"}` has the type `contains`. */
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

/** Returns the id of a check, or its type if it has no id. */
export function checkName(check: object & { readonly id?: unknown }): string {
  return typeof check.id === 'string' ? check.id : checkType(check);
}

/** Returns the type of a check or of its result. Throws if no key is a known type. Browsers load this file: no zod here. */
export function checkType(check: object): CheckType {
  const type = CHECK_TYPES.find((key) => Object.hasOwn(check, key));
  if (type === undefined) throw new TypeError(`not a check: ${Object.keys(check).join(', ')}`);
  return type;
}
