/** What a JSON pointer (RFC 6901) within a fragment leads to; undefined where there is nothing. */
export function followPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = decode(part)?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || key === undefined) return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
