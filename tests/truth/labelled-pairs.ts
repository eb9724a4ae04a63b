/**
 * Measures how well the scores that need no model separate right replies from wrong ones, on human-labelled pairs of a
 * reference and a reply. `npm test -- truth` prints the table; docs/reference/scores.md quotes it.
 */
import { readText, scoreReply } from '@fairtrial/scorers';
import { readFileSync } from 'node:fs';

/** `given`: written by others. `own`: written for this project, before the scorers were tuned on them. */
export const PAIR_FILES = ['given', 'own'] as const;
export type PairFile = (typeof PAIR_FILES)[number];

interface Pair {
  readonly category: string;
  readonly correct: boolean;
  readonly reference: string;
  readonly reply: string;
}

/** The classes of errors that `consistency` should find. */
const FOUND_CLASSES: ReadonlySet<string> = new Set([
  'wrong number',
  'wrong number words',
  'wrong date',
  'wrong unit',
  'swap',
  'negation flip',
]);

/** Minimum share of the wrong replies of those classes together that must be flagged. */
const MIN_FLAGGED = 0.8;
/** Maximum share of the correct replies that may be flagged. */
const MAX_FLAGGED_CORRECT = 0.05;

/** One line of the table. */
export interface PairsLine {
  readonly file: PairFile;
  /** A class of pairs; `all correct`, and `found classes` for those that `consistency` should find. */
  readonly class: string;
  readonly pairs: number;
  readonly flagged: number;
  /** The share that is flagged, i.e. whose `consistency` is 0. */
  readonly share: number;
  /** Probability that `reply` is higher for a correct pair than for one of this class; null for correct pairs. */
  readonly auc: number | null;
  /** The bound of the share, if there is one. */
  readonly bound: string | null;
  readonly passes: boolean;
}

interface ScoredPair extends Pair {
  readonly isFlagged: boolean;
  /** The `reply` score, which is the similarity because no judge is used. */
  readonly similarity: number;
}

/** Returns the table of both files. Lines with a bound can fail; the others are informative. */
export function pairsTable(): readonly PairsLine[] {
  return PAIR_FILES.flatMap((file) => tableOf(file, scorePairs(file)));
}

export function readPairs(file: PairFile): readonly Pair[] {
  const url = new URL(`pairs/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as readonly Pair[];
}

function scorePairs(file: PairFile): readonly ScoredPair[] {
  return readPairs(file).map((pair) => {
    const said = { text: readText(pair.reply), metadata: {}, absent: 'wrong' } as const;
    const expected = { reference_reply: pair.reference, reference_metadata: {} };
    const { scores } = scoreReply(said, expected, { weights: { reply: 1, metadata: 0 } });
    return { ...pair, isFlagged: scores['consistency'] === 0, similarity: scores['reply'] ?? 0 };
  });
}

function tableOf(file: PairFile, pairs: readonly ScoredPair[]): readonly PairsLine[] {
  const correct = pairs.filter((pair) => pair.correct);
  const wrong = pairs.filter((pair) => !pair.correct);
  const found = wrong.filter((pair) => FOUND_CLASSES.has(pair.category));
  const toLine = (name: string, some: readonly ScoredPair[]): PairsLine => {
    const flagged = some.filter((pair) => pair.isFlagged).length;
    const auc = some.every((pair) => pair.correct) ? null : areaUnderCurve(correct, some);
    const share = flagged / some.length;
    const line = { file, class: name, pairs: some.length, flagged, share, auc };
    return { ...line, bound: null, passes: true };
  };
  const all = toLine('all correct', correct);
  const together = toLine('found classes', found);
  return [
    { ...all, bound: '<= 5 %', passes: all.share <= MAX_FLAGGED_CORRECT },
    { ...together, bound: '>= 80 %', passes: together.share >= MIN_FLAGGED },
    ...[...Map.groupBy(wrong, (pair) => pair.category)].map(([name, some]) => toLine(name, some)),
  ];
}

/** Returns how often a correct pair scores higher than a wrong one; ties count half. */
function areaUnderCurve(correct: readonly ScoredPair[], wrong: readonly ScoredPair[]): number {
  const wins = correct.map((right) =>
    wrong.reduce((sum, pair) => sum + winOf(right.similarity - pair.similarity), 0),
  );
  return wins.reduce((sum, win) => sum + win, 0) / (correct.length * wrong.length);
}

function winOf(difference: number): number {
  if (difference === 0) return 0.5;
  return difference > 0 ? 1 : 0;
}

/** Formats a line for a terminal or a log. */
export function showPairsLine(line: PairsLine): string {
  const share = `${line.flagged} of ${line.pairs} flagged`;
  const auc = line.auc === null ? '' : `AUC of reply ${line.auc.toFixed(2)}`;
  const bound = line.bound === null ? '' : `${line.bound} ${line.passes ? 'pass' : 'BREACH'}`;
  return [line.file.padEnd(6), line.class.padEnd(22), share.padEnd(18), auc.padEnd(18), bound]
    .join(' ')
    .trimEnd();
}
