import { RE2JS } from 're2js';
import { createCache } from './cache.ts';

export interface Pattern {
  /** Returns the first match. */
  readonly find: (text: string) => string | undefined;
  /** Maximum number of steps per character. */
  readonly size: number;
  /** Number of characters that can be searched in about 50 ms, at `size` steps per character. */
  readonly maxLength: number;
}

const MAX_STEPS = 1_000_000;
const MAX_SIZE = 1000;
/** A counted repetition may multiply the size of its operand by a thousand. */
const MAX_COUNTED = 20;

const patterns = createCache<Pattern | string>();

/** Returns a regular expression that runs in linear time, or the reason for rejecting it. */
export function readPattern(source: string): Pattern | string {
  return patterns.read(source, () => createPattern(source));
}

function createPattern(source: string): Pattern | string {
  const counted = source.match(/\{\d/g)?.length ?? 0;
  if (counted > MAX_COUNTED) {
    return `has ${counted} counted repetitions, and at most ${MAX_COUNTED} are allowed`;
  }
  const compiled = compile(source);
  if (typeof compiled === 'string') return compiled;
  const size = compiled.programSize();
  if (size > MAX_SIZE) {
    return `takes up to ${size} steps for each character, and at most ${MAX_SIZE} are allowed: use fewer or smaller repetitions`;
  }
  return {
    size,
    maxLength: Math.floor(MAX_STEPS / size),
    find(text) {
      const matcher = compiled.matcher(text);
      return matcher.find() ? (matcher.group() ?? '') : undefined;
    },
  };
}

function compile(source: string): RE2JS | string {
  try {
    return RE2JS.compile(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return `is not a regular expression in RE2 syntax, which has no lookaround and no backreferences: ${why}`;
  }
}
