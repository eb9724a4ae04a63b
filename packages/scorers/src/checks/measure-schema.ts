export type JsonSchema = Readonly<Record<string, unknown>>;

/** The cost of a schema, or the reason for rejecting it. */
export type SchemaMeasure =
  | { readonly state: 'measured'; readonly parts: number; readonly patterns: readonly string[] }
  | { readonly state: 'refused'; readonly detail: string };

const MAX_LENGTH = 16 * 1024;
const MAX_DEPTH = 32;
/** Counted with every `$ref` expanded. */
const MAX_PARTS = 600;
/** Other kinds of references, for which loops cannot be detected. */
const UNSUPPORTED_KEYWORDS: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$async',
]);

class Refusal extends Error {}

/**
 * Measures a schema before it is compiled. The cost of a check is at most the number of parts, with references
 * expanded, times the length of the reply. Circular references are rejected.
 */
export function measureSchema(schema: JsonSchema): SchemaMeasure {
  try {
    const { length } = JSON.stringify(schema);
    if (length > MAX_LENGTH) {
      throw new Refusal(`has ${length} characters, and at most ${MAX_LENGTH} are allowed`);
    }
    return { state: 'measured', ...createMeter(schema).measure(schema) };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return { state: 'refused', detail: cause.message };
  }
}

interface Measured {
  readonly parts: number;
  readonly patterns: readonly string[];
}

function createMeter(root: JsonSchema): { measure(value: unknown): Measured } {
  const patterns = new Set<string>();
  /** Number of parts that each reference adds; `undefined` while it is being expanded. */
  const known = new Map<string, number | undefined>();

  function follow(ref: string): number {
    if (known.has(ref)) return known.get(ref) ?? refuse(`is recursive: '${ref}' refers to itself`);
    if (ref !== '#' && !ref.startsWith('#/')) {
      refuse(`refers to '${ref}': only references like '#/$defs/name' are allowed`);
    }
    if (ref === '#') refuse(`is recursive: '#' refers to the whole schema`);
    const target = followPointer(root, ref.slice(1));
    if (target === undefined) refuse(`refers to '${ref}', which does not exist`);
    known.set(ref, undefined);
    const parts = walk(target, 0);
    known.set(ref, parts);
    return parts;
  }

  function walk(value: unknown, depth: number): number {
    if (depth > MAX_DEPTH) refuse(`is nested deeper than ${MAX_DEPTH} levels`);
    if (typeof value !== 'object' || value === null) return 1;
    let parts = 1;
    for (const [key, inner] of Object.entries(value)) {
      parts += walk(inner, depth + 1);
      if (typeof inner !== 'object') parts += read(key, inner);
      if (key === 'patternProperties' && typeof inner === 'object' && inner !== null) {
        for (const pattern of Object.keys(inner)) patterns.add(pattern);
      }
      if (parts > MAX_PARTS) {
        refuse(`has more than ${MAX_PARTS} parts with its references written out`);
      }
    }
    return parts;
  }

  /** Handles a keyword with a primitive value; a property with the same name would have a schema as its value. */
  function read(key: string, value: unknown): number {
    if (UNSUPPORTED_KEYWORDS.has(key)) refuse(`has '${key}', which is not supported`);
    if (typeof value !== 'string') return 0;
    if (key === 'pattern') patterns.add(value);
    return key === '$ref' ? follow(value) : 0;
  }

  return {
    measure(value) {
      const parts = walk(value, 0);
      return { parts, patterns: [...patterns] };
    },
  };
}

function refuse(detail: string): never {
  throw new Refusal(detail);
}

/** Returns the target of a JSON pointer (RFC 6901) in a URI fragment; `undefined` if there is none. */
function followPointer(root: unknown, pointer: string): unknown {
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
