import {
  compareTexts,
  nearestReference,
  readText,
  references,
  scoreReply,
  scorers,
  type Text,
} from '@fairtrial/scorers';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from './figures.ts';
import type { Report } from './report.ts';

const WORDS_PER_TEXT = 100;
const PAIRS = 64;
const ROUNDS = 15;
const WEIGHTS = { reply: 0.7, metadata: 0.3 };
const METADATA = { intent: 'confirm_action', sentiment: 'neutral' };
const DERIVED_FIELDS = ['norm', 'tokens', 'positions', 'codePoints', 'facts', 'clauses'] as const;

interface Pair {
  readonly reply: string;
  readonly reference: string;
}

/** What the scorers and the values that they compare cost. */
const USUAL: Readonly<Record<string, number>> = {
  all_local: 24,
  'each.reply norm': 0.4,
  'each.reply tokens': 0.3,
  'each.reply positions': 0.4,
  'each.reply codePoints': 0.2,
  'each.reply facts': 4.5,
  'each.reply clauses': 4,
  'each.exact_match': 0.1,
  'each.token_f1': 0.25,
  'each.rouge_l': 0.7,
  'each.levenshtein': 1.7,
  'each.chrf': 1.8,
  'each.key_facts': 2.3,
  'each.consistency': 2.1,
  'each.semantic_similarity': 0.1,
  'each.judge': 0.1,
  'each.metadata': 0.15,
  'each.checks': 0.1,
  'each.reply': 2.1,
  'each.overall': 0.1,
  'each.answered': 0.1,
};
/** What a scorer that is not listed may cost: as much as the dearest of the others. */
const USUAL_OTHER = 2.3;
/** Nothing may cost more than this many times what it usually does. */
const MARGIN = 3;
const MAX_ONE_MIB = 20_000;
/** A turn in a conversation of 100 labelled turns may cost at most this many times one in a conversation of 4. */
const MAX_LABELLED_RATIO = 2.5;

const BARE_PAIRS = toPairs(sampleWords());

/**
 * Measures the CPU time of the scorers that need no model, for replies and references of 100 words, in multiples of
 * the time that `countShared` takes for one pair.
 */
export function measureScorers(): Promise<Report> {
  for (const pair of BARE_PAIRS) score(pair); // fills the cache of references
  const each = { ...measureDerived(BARE_PAIRS), ...measureEach(BARE_PAIRS) };
  const labelled = measureLabelled(sampleWords());
  const one_mib = measureOneMebibyte();
  const names = ['all_local', ...Object.keys(each).map((name) => `each.${name}`)];
  return Promise.resolve({
    figures: {
      bare_ms: median(Array.from({ length: ROUNDS }, () => cpuMs(BARE_PAIRS, countShared))),
      all_local: cost(BARE_PAIRS, score),
      each,
      labelled,
      labelled_ratio: (labelled['of 100'] ?? NaN) / (labelled['of 4'] ?? NaN),
      one_mib,
    },
    limits: {
      ...Object.fromEntries(
        names.map((name) => [name, { max: MARGIN * (USUAL[name] ?? USUAL_OTHER) }]),
      ),
      ...Object.fromEntries(
        Object.keys(one_mib).map((name) => [`one_mib.${name}`, { max: MAX_ONE_MIB }]),
      ),
      labelled_ratio: { max: MAX_LABELLED_RATIO },
    },
  });
}

/** The least that a comparison of two texts costs: splits them and counts the words of both. */
function countShared({ reply, reference }: Pair): void {
  const words = new Set(reference.toLowerCase().split(/\s+/));
  reply
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => words.has(word));
}

function score({ reply, reference }: Pair): void {
  scorePair(readText(reply), reference);
}

function scorePair(text: Text, reference: string): void {
  const reply = { text, metadata: METADATA, absent: 'wrong' } as const;
  scoreReply(
    reply,
    { reference_reply: reference, reference_metadata: METADATA },
    { weights: WEIGHTS },
  );
}

/** Measures the derived values that scorers compare; each needs those above it. */
function measureDerived(pairs: readonly Pair[]): Record<string, number> {
  const upTo = (count: number): number =>
    cost(pairs, ({ reply }) => {
      const text = readText(reply);
      for (const name of DERIVED_FIELDS.slice(0, count)) void text[name];
    });
  const sums = DERIVED_FIELDS.map((_, at) => upTo(at + 1));
  return Object.fromEntries(
    DERIVED_FIELDS.map((name, at) => [
      `reply ${name}`,
      Math.max(0, (sums[at] ?? 0) - (sums[at - 1] ?? 0)),
    ]),
  );
}

/** Measures each scorer alone, on texts that are already parsed. */
function measureEach(pairs: readonly Pair[]): Record<string, number> {
  const turns = pairs.map(({ reply, reference }) => {
    const [text, expected] = [readText(reply), references.read(reference)];
    const turn = {
      reply: { text, metadata: METADATA, absent: 'wrong' as const },
      expected: { reference_reply: reference, reference_metadata: METADATA },
      reference: expected,
      comparison: () => compareTexts(text, expected),
      weights: WEIGHTS,
    };
    return { turn, scores: scoreReply(turn.reply, turn.expected, { weights: WEIGHTS }).scores };
  });
  return Object.fromEntries(
    scorers.map((scorer) => [
      scorer.name,
      cost(turns, ({ turn, scores }) => void scorer.grade(turn, scores)),
    ]),
  );
}

const LABELLED_TURNS = 100;
const WORDS_PER_TURN = 40;

/**
 * Measures turns labelled by the most similar reference: the same turns in short conversations and in a long one,
 * because the cost of a turn should not grow with the number of labelled turns.
 */
function measureLabelled(words: readonly string[]): Record<string, number> {
  const turns = Array.from({ length: LABELLED_TURNS }, (_, turn) => toLabelledTurn(words, turn));
  const measured = [4, LABELLED_TURNS].map((size): [string, number] => {
    const played = turns.map((turn, at) => ({ ...turn, conversation: Math.floor(at / size) }));
    const conversations = Map.groupBy(played, ({ conversation }) => conversation);
    const times = cost(played, ({ conversation, reply, ...expected }) => {
      const text = readText(reply);
      const metadata = nearestReference(text, conversations.get(conversation) ?? []) ?? {};
      scoreReply({ text, metadata, absent: 'unknown' }, expected, { weights: WEIGHTS });
    });
    return [`of ${size}`, times];
  });
  return Object.fromEntries(measured);
}

/** Returns a reference, and a reply that differs in every third word. */
function toLabelledTurn(words: readonly string[], turn: number) {
  const pick = (at: number): string => words[at % words.length] ?? '';
  const reference = Array.from({ length: WORDS_PER_TURN }, (_, no) =>
    pick(turn * 131 + no * (turn + 1)),
  );
  const reply = reference.map((word, no) => (no % 3 === 0 ? pick(turn * 17 + no * 29) : word));
  return {
    reply: reply.join(' '),
    reference_reply: reference.join(' '),
    reference_metadata: { turn: String(turn) },
  };
}

function fill(unit: string): string {
  return unit.repeat(Math.ceil(2 ** 20 / unit.length));
}

/** CPU time of the worst known texts, 1 MiB each as reply and as reference. */
function measureOneMebibyte(): Record<string, number> {
  const texts = {
    words: [fill('we will not ship order 1234 on May 5 '), fill('it ships on 6 May for $5 ')],
    'one letter': [fill('a'), fill('a ')],
    digits: [fill('1.1,'), fill('1-a_')],
    'no spaces': [fill('今日は天気がいいです'), fill('明日は雨が降るでしょう')],
    'letters that grow': [fill('\ufdfa'), fill('\ufdfa\u{1f600}')],
  } as const;
  return Object.fromEntries(
    Object.entries(texts).map(([name, [reply, reference]]) => [
      name,
      cost([{ reply, reference }], score, 1),
    ]),
  );
}

/** CPU time per item in multiples of `countShared`, which is measured before each round: other load affects both. */
function cost<T>(items: readonly T[], work: (item: T) => void, rounds = ROUNDS): number {
  return median(
    Array.from({ length: rounds }, () => {
      const bare = cpuMs(BARE_PAIRS, countShared);
      return cpuMs(items, work) / bare;
    }),
  );
}

/** CPU milliseconds per item. */
function cpuMs<T>(items: readonly T[], work: (item: T) => void): number {
  const before = process.cpuUsage();
  items.forEach(work);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / items.length;
}

/** Returns the words of the samples, which include numbers, negations and names. */
function sampleWords(): readonly string[] {
  const folder = fileURLToPath(new URL('../../samples', import.meta.url));
  return globSync(`${folder}/*.json`)
    .toSorted()
    .flatMap((file) => readFileSync(file, 'utf8').match(/"reference_reply": ?"([^"]*)/g) ?? [])
    .flatMap((line) => line.split('"').at(-1)?.split(' ') ?? []);
}

/** Returns references, and replies shifted by a few words that differ in every seventh word. */
function toPairs(words: readonly string[]): readonly Pair[] {
  return Array.from({ length: PAIRS }, (_, at) => {
    const start = (at * 17) % (words.length - WORDS_PER_TEXT * 2);
    const reference = words.slice(start, start + WORDS_PER_TEXT);
    const reply = words
      .slice(start + 5, start + 5 + WORDS_PER_TEXT)
      .map((word, no) => (no % 7 === 0 ? (words[(start + no * 31) % words.length] ?? word) : word));
    return { reply: reply.join(' '), reference: reference.join(' ') };
  });
}
