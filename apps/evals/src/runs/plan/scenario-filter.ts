import type { GateRule } from '@fairtrial/contracts';
import type { PlannedScenario } from '../../entities/run.ts';

type NamedScenario = Pick<PlannedScenario, 'id' | 'name'>;

/** Matches scenarios by id or name: `*` matches any text, `?` one character. */
export function createScenarioFilter(
  pattern: string | undefined,
): (scenario: NamedScenario) => boolean {
  if (pattern === undefined) return () => true;
  const glob = compileGlob(pattern);
  // Scenarios can share a name, and the name is the id if a request gives none.
  const known = new Map<string, boolean>();
  const matches = (text: string): boolean => {
    const result = known.get(text) ?? glob.matches(text);
    known.set(text, result);
    return result;
  };
  return ({ id, name }) => matches(id) || matches(name);
}

/**
 * About 100 ms on a busy machine: enough for 50 gates on 1,000 scenarios whose ids and names have 40 characters each.
 */
const MAX_STEPS = 4_000_000;

/** Why it would take too long to find the scenarios that these gates select; `undefined` if it is fast enough. */
export function findCostlyPatterns(
  rules: readonly GateRule[],
  scenarios: readonly NamedScenario[],
): string | undefined {
  const texts = new Set(scenarios.flatMap(({ id, name }) => [id, name]));
  const characters = [...texts].reduce((sum, text) => sum + text.length, 0);
  const patterns = rules.flatMap((rule) => ('scenarios' in rule ? (rule.scenarios ?? []) : []));
  const steps = patterns.reduce((sum, each) => sum + compileGlob(each).stepsPerCharacter, 0);
  if (steps * characters <= MAX_STEPS) return undefined;
  const sizes = `${patterns.length} patterns and ids and names of ${characters} characters in all`;
  return `finding the scenarios that the gates name takes too long (${sizes}): use fewer or shorter patterns, or shorter ids and names`;
}

/** Matches texts against a pattern in a bounded number of steps. */
export interface Glob {
  matches(text: string): boolean;
  /** Steps per character of a text, for any text. */
  readonly stepsPerCharacter: number;
}

const ANY = '?';
const BITS = 32;
/** Characters after this one take two units of a text. */
const LAST_OF_ONE_UNIT = 0xffff;

/**
 * Compiles a pattern in which `*` matches any text and `?` one character. All partial matches of the text read so far
 * are tracked at once as a bit set: bit n is set if the first n characters of the pattern have been matched. There is
 * no backtracking, so a hostile pattern takes no longer than any other of its length.
 */
export function compileGlob(pattern: string): Glob {
  const { characters, stars } = readPattern(pattern);
  const words = Math.floor(characters.length / BITS) + 1;
  const afterStar = toBits(words, stars);
  const anyCharacter = toBits(words, positionsOf(characters, ANY));
  // By code point, because creating a string for each character of a text takes longer than the step itself.
  const sets = new Map(
    [...new Set(characters)].map((character) => {
      const positions = [...positionsOf(characters, character), ...positionsOf(characters, ANY)];
      return [character.codePointAt(0), toBits(words, positions)] as const;
    }),
  );
  return {
    stepsPerCharacter: words,
    matches(text) {
      const found = toBits(words, [0]);
      for (let at = 0; at < text.length; at += 1) {
        const codePoint = text.codePointAt(at) ?? 0;
        if (codePoint > LAST_OF_ONE_UNIT) at += 1;
        const isPossible = advance(found, sets.get(codePoint) ?? anyCharacter, afterStar);
        if (!isPossible) return false;
      }
      return hasBit(found, characters.length);
    },
  };
}

/** The characters of a pattern without its stars, and the number of characters before each star. */
function readPattern(pattern: string): {
  readonly characters: readonly string[];
  readonly stars: readonly number[];
} {
  const characters: string[] = [];
  const stars: number[] = [];
  for (const character of pattern) {
    if (character === '*') stars.push(characters.length);
    else characters.push(character);
  }
  return { characters, stars };
}

/**
 * Reads one character of the text: partial matches that it continues advance by one, partial matches at a star may
 * stay. Returns true if the text can still match.
 */
function advance(found: Uint32Array, continued: Uint32Array, afterStar: Uint32Array): boolean {
  let carry = 0;
  let all = 0;
  for (let at = 0; at < found.length; at += 1) {
    const before = found[at] ?? 0;
    const moved = before & (continued[at] ?? 0);
    const after = (moved << 1) | carry | (before & (afterStar[at] ?? 0));
    found[at] = after;
    all |= after;
    carry = moved >>> (BITS - 1);
  }
  return all !== 0;
}

function positionsOf(characters: readonly string[], wanted: string): readonly number[] {
  return characters.flatMap((character, at) => (character === wanted ? at : []));
}

function toBits(words: number, positions: readonly number[]): Uint32Array {
  const bits = new Uint32Array(words);
  for (const position of positions) {
    const at = Math.floor(position / BITS);
    bits[at] = (bits[at] ?? 0) | (1 << (position % BITS));
  }
  return bits;
}

function hasBit(bits: Uint32Array, position: number): boolean {
  return (((bits[Math.floor(position / BITS)] ?? 0) >>> (position % BITS)) & 1) === 1;
}
