import { followPointer } from './follow-pointer.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How much work a schema is, or what is wrong with it. */
export type SchemaMeasure =
  | { readonly state: 'measured'; readonly parts: number; readonly patterns: readonly string[] }
  | { readonly state: 'refused'; readonly detail: string };

const MAX_LENGTH = 16 * 1024;
const DEEPEST = 32;
/** With every `$ref` written out. */
const MAX_PARTS = 600;
/** Other ways to point somewhere: nobody could say where loops are. */
const MISLEADING: ReadonlySet<string> = new Set([
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveRef',
  '$async',
]);

class Refusal extends Error {}

/**
 * Looks at a schema before it is made into code. What a check costs is bounded by its parts times the
 * length of the reply, as long as references lead nowhere twice over and never back.
 */
export function measureSchema(schema: JsonSchema): SchemaMeasure {
  try {
    const { length } = JSON.stringify(schema);
    if (length > MAX_LENGTH) {
      throw new Refusal(`has ${length} characters, and at most ${MAX_LENGTH} are allowed`);
    }
    return { state: 'measured', ...createSurveyor(schema).survey(schema) };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return { state: 'refused', detail: cause.message };
  }
}

interface Survey {
  readonly parts: number;
  readonly patterns: readonly string[];
}

function createSurveyor(root: JsonSchema): { survey(value: unknown): Survey } {
  const patterns = new Set<string>();
  /** What each reference leads to, once it was walked; undefined while it is. */
  const known = new Map<string, number | undefined>();

  function follow(ref: string): number {
    if (known.has(ref)) return known.get(ref) ?? refuse(`loops: '${ref}' leads back to itself`);
    if (ref !== '#' && !ref.startsWith('#/')) {
      refuse(`refers to '${ref}': only references like '#/$defs/name' are allowed`);
    }
    if (ref === '#') refuse(`loops: '#' leads back to the whole`);
    const target = followPointer(root, ref.slice(1));
    if (target === undefined) refuse(`refers to '${ref}', which is not there`);
    known.set(ref, undefined);
    const parts = walk(target, 0);
    known.set(ref, parts);
    return parts;
  }

  function walk(value: unknown, depth: number): number {
    if (depth > DEEPEST) refuse(`is nested deeper than ${DEEPEST} levels`);
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

  /** A keyword with a plain value; a property of that name would have a schema. */
  function read(key: string, value: unknown): number {
    if (MISLEADING.has(key)) refuse(`has '${key}', which is not supported`);
    if (typeof value !== 'string') return 0;
    if (key === 'pattern') patterns.add(value);
    return key === '$ref' ? follow(value) : 0;
  }

  return {
    survey(value) {
      const parts = walk(value, 0);
      return { parts, patterns: [...patterns] };
    },
  };
}

function refuse(detail: string): never {
  throw new Refusal(detail);
}
