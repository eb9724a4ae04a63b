/** The way to a value inside JSON. */
export type Place = readonly (string | number)[];

/** What is there; undefined where nothing is. */
export function follow(value: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}
