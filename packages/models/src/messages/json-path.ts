import { fromPointer, type JsonPointer } from '@fairtrial/contracts';

/** Location of a value in JSON: keys and indices. */
export type JsonPath = readonly (string | number)[];

/** Parses `choices[0].message.content`; the empty string is the whole value. */
export function parsePath(path: string): JsonPath {
  return [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
}

/** Formats as `choices[0].message.content`. */
export function formatPath(path: JsonPath): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}

/** `undefined` if there is no such value. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** `undefined` if there is no such value (RFC 6901). */
export function valueAtPointer(value: unknown, pointer: JsonPointer): unknown {
  return fromPointer(pointer).reduce<unknown>(
    (at, key) => (Array.isArray(at) && !/^\d+$/.test(key) ? undefined : valueAt(at, [key])),
    value,
  );
}
