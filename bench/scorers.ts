import {
  compareTexts,
  nearestReference,
  readText,
  references,
  scoreReply,
  scorers,
  type Text,
} from '@assay/scorers';
import { quantile } from '@assay/statistics';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WORDS_PER_TEXT = 100;
const PAIRS = 64;
const ROUNDS = 40;
const WEIGHTS = { reply: 0.7, metadata: 0.3 };
const METADATA = { intent: 'confirm_action', sentiment: 'neutral' };
const DERIVED_FIELDS = ['norm', 'tokens', 'positions', 'codePoints', 'facts', 'clauses'] as const;

interface Pair {
  readonly reply: string;
  readonly reference: string;
}

/** Measures the CPU time of the scorers that need no model, for replies and references of 100 words. */
export function measureScorers(): Promise<object> {
  const words = sampleWords();
  const pairs = toPairs(words);
  cpuMs(pairs, score); // warm-up, fills the cache of references
  const derived = measureDerived(pairs);
  const scored = measureEach(pairs);
  const all = cpuMs(pairs, score);
  const table = { ...derived, ...scored };
  for (const [name, ms] of Object.entries(table)) console.log(name.padEnd(20), ms.toFixed(4));
  const labelled = measureLabelled(words);
  for (const [name, ms] of Object.entries(labelled)) console.log(name.padEnd(20), ms.toFixed(4));
  const worst = measureOneMebibyte();
  for (const [name, ms] of Object.entries(worst)) console.log(name.padEnd(20), ms.toFixed(1));
  return Promise.resolve({
    bench: 'scorers',
    all_local_ms: round4(all),
    derived_ms: rounded(derived),
    scorers_ms: rounded(scored),
    labelled_ms: rounded(labelled),
    one_mib_ms: rounded(worst),
  });
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
    cpuMs(pairs, ({ reply }) => {
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
      cpuMs(turns, ({ turn, scores }) => void scorer.score(turn, scores)),
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
    const ms = cpuMs(played, ({ conversation, reply, ...expected }) => {
      const text = readText(reply);
      const metadata = nearestReference(text, conversations.get(conversation) ?? []) ?? {};
      scoreReply({ text, metadata, absent: 'unknown' }, expected, { weights: WEIGHTS });
    });
    return [`of ${size} labelled`, ms];
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

/** Wall time of the worst known texts, 1 MiB each as reply and as reference. */
function measureOneMebibyte(): Record<string, number> {
  const texts = {
    'MiB of words': [
      fill('we will not ship order 1234 on May 5 '),
      fill('it ships on 6 May for $5 '),
    ],
    'MiB of one letter': [fill('a'), fill('a ')],
    'MiB of digits': [fill('1.1,'), fill('1-a_')],
    'MiB without spaces': [fill('今日は天気がいいです'), fill('明日は雨が降るでしょう')],
    'MiB that grows': [fill('\ufdfa'), fill('\ufdfa\u{1f600}')],
  } as const;
  return Object.fromEntries(
    Object.entries(texts).map(([name, [reply, reference]]) => {
      const started = performance.now();
      scorePair(readText(reply), reference);
      return [name, performance.now() - started];
    }),
  );
}

/** CPU milliseconds per item: the tenth percentile of the rounds, which other load affects least. */
function cpuMs<T>(items: readonly T[], work: (item: T) => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    items.forEach(work);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / items.length;
  });
  return quantile(rounds, 0.1) ?? 0;
}

/** Returns the words of the samples, which include numbers, negations and names. */
function sampleWords(): readonly string[] {
  const folder = fileURLToPath(new URL('../samples', import.meta.url));
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

function rounded(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, ms]) => [name, round4(ms)]));
}

function round4(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
