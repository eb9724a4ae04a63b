import type { Fact } from './fact.ts';

/** Number of words on each side of a fact that describe its subject. */
const WORDS = 3;
const STEM = 5;
const SENTENCE_END = /[.!?;\n|]/;
const TOKEN = /\p{L}+|\d[\d.,:]*/gu;

/** Stems of the words before and after a fact within its sentence; other numbers are `#`. */
interface Context {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const contexts = new WeakMap<Fact, Context>();

function contextOf(fact: Fact): Context {
  const known = contexts.get(fact);
  if (known !== undefined) return known;
  const context = readContext(fact);
  contexts.set(fact, context);
  return context;
}

function readContext({ before, after }: Fact): Context {
  const end = after.search(SENTENCE_END);
  const start = Math.max(
    ...['.', '!', '?', ';', '\n', '|'].map((mark) => before.lastIndexOf(mark)),
  );
  return {
    before: readStems(before.slice(start + 1)).slice(-WORDS),
    after: readStems(end === -1 ? after : after.slice(0, end)).slice(0, WORDS),
  };
}

function readStems(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? '#' : token.slice(0, STEM)));
}

/** Returns the share of context words that two facts have in common on the same side; 0 if there are none. */
export function contextSimilarity(a: Fact, b: Fact): number {
  const [ofA, ofB] = [contextOf(a), contextOf(b)];
  const common = countCommon(ofA.before, ofB.before) + countCommon(ofA.after, ofB.after);
  const longest =
    Math.max(ofA.before.length, ofB.before.length) + Math.max(ofA.after.length, ofB.after.length);
  return longest === 0 ? 0 : common / longest;
}

function countCommon(a: readonly string[], b: readonly string[]): number {
  let common = 0;
  a.forEach((word, at) => {
    if (b.includes(word) && a.indexOf(word) === at) common += 1;
  });
  return common;
}

const NOUN_STEM = 4;

/** True if both facts are followed by the same noun: "3 tablets" and "one tablet". */
export function countsTheSame(a: Fact, b: Fact): boolean {
  const [nounA, nounB] = [a, b].map(({ after }) => /^[ -]?(\p{L}{3,})/u.exec(after)?.[1]);
  if (nounA === undefined || nounB === undefined) return false;
  return nounA.slice(0, NOUN_STEM) === nounB.slice(0, NOUN_STEM);
}
