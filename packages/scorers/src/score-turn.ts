import type { ScorerName, Scores, Weights } from '@fairtrial/contracts';
import { UNLIMITED, type Budget } from './budget.ts';
import { compareTexts } from './text/compare-texts.ts';
import { scorers } from './registry.ts';
import type { ScoringInput, Expectation, Reply, Scored, Scorer } from './scorer.ts';
import { references } from './text/text-cache.ts';

/** Scorers of a run and their weights. */
export interface Scoring {
  readonly weights: Weights;
  /** All if absent. */
  readonly scorers?: readonly string[] | undefined;
  /** Scorers for which a model is called. */
  readonly modelScorers?: readonly ScorerName[] | undefined;
  /** Limits the time that the scorers may take. */
  readonly timeBudget?: Budget;
  /** Own scorers that are called. */
  readonly ownScorers?: readonly string[] | undefined;
}

/** Computes all scores of one reply. */
export function scoreReply(
  reply: Reply,
  expected: Expectation,
  { weights, scorers: names, timeBudget: budget = UNLIMITED }: Scoring,
): Required<Scored> {
  const { reference_reply: text } = expected;
  const reference = text === '' ? undefined : references.read(text);
  const comparison = reference && once(() => compareTexts(reply.text, reference));
  const turn: ScoringInput = { reply, expected, reference, comparison, weights };
  const { needed, isShown } = chooseScorers(names);
  const scores: Record<string, number | null> = { ...reply.own };
  const shown: Record<string, number | null> = {};
  const details: Record<string, unknown> = {};
  const flags = new Set(isCut(turn) ? ['text_truncated'] : []);
  for (const scorer of needed) {
    const work = (): Scored => scorer.grade(turn, scores);
    const spent = scorer.isFree ? { done: work() } : budget.spend(scorer.name, work);
    const scored = 'done' in spent ? spent.done : leaveOut(scorer, turn, spent.failure);
    Object.assign(scores, scored.scores);
    if (!isShown(scorer)) continue;
    Object.assign(shown, scored.scores);
    Object.assign(details, scored.details);
    for (const flag of scored.flags ?? []) flags.add(flag);
  }
  Object.assign(shown, showOwn(reply.own ?? {}, names));
  return { scores: shown, details, flags: [...flags] };
}

/** Null for every score of a scorer that ran out of time. */
function leaveOut(scorer: Scorer, { expected, weights }: ScoringInput, failure: string): Scored {
  const scores = failScorer(scorer, expected, weights);
  return { scores, details: { [scorer.name]: { failure } } };
}

/**
 * Scores of a failed request: null for every applicable metric and 0 for `answered`, because an unavailable endpoint is
 * not evidence about the quality of a model.
 */
export function scoreFailure(
  expected: Expectation,
  { weights, scorers: names, modelScorers = [], ownScorers = [] }: Scoring,
): Scores {
  const { needed, isShown } = chooseScorers(names);
  const failed = needed
    .filter(
      (scorer) => isShown(scorer) && (!scorer.asksModel || modelScorers.includes(scorer.name)),
    )
    .map((scorer) => failScorer(scorer, expected, weights));
  const own = Object.fromEntries(ownScorers.map((name) => [name, null]));
  return Object.assign({}, ...failed, showOwn(own, names)) as Scores;
}

function failScorer(scorer: Scorer, expected: Expectation, weights: Weights): Scores {
  if (scorer.failed !== undefined) return scorer.failed(expected, weights);
  return hasExpected(expected, scorer) ? { [scorer.name]: null } : {};
}

/** True if an interaction has what a scorer expects. */
function hasExpected(expected: Expectation, { expects }: Scorer): boolean {
  if (expects === undefined) return true;
  const { [expects]: part = [] } = expected;
  return (typeof part === 'object' ? Object.keys(part) : part).length > 0;
}

/** The scores of own scorers that results show; the others only count in `overall`. */
function showOwn(own: Scores, names: readonly string[] | undefined): Scores {
  if (names === undefined) return own;
  return Object.fromEntries(Object.entries(own).filter(([name]) => names.includes(name)));
}

/** Memoises the result of the first call. */
function once<T>(derive: () => T): () => T {
  let derived: { readonly value: T } | undefined;
  return () => (derived ??= { value: derive() }).value;
}

/** True if only the beginnings of the texts were compared. */
function isCut({ reply, reference }: ScoringInput): boolean {
  return reference !== undefined && (reply.text.isCut || reference.isCut);
}

interface ChosenScorers {
  /** The requested scorers and those they need. */
  readonly needed: readonly Scorer[];
  /** True if a scorer's results are shown; otherwise only other scorers use them. */
  readonly isShown: (scorer: Scorer) => boolean;
}

const ALL: ChosenScorers = { needed: scorers, isShown: () => true };

/** Cached by identity: a run passes the same list for each of its turns. */
const chosen = new WeakMap<readonly string[], ChosenScorers>();

/** Chooses all scorers if `names` is absent. */
function chooseScorers(names: readonly string[] | undefined): ChosenScorers {
  if (names === undefined) return ALL;
  const known = chosen.get(names) ?? choose(new Set(names));
  chosen.set(names, known);
  return known;
}

function choose(shown: ReadonlySet<string>): ChosenScorers {
  const needed = new Set(shown);
  // Scorers come after the ones they need, so reverse order resolves transitive needs.
  for (const { name, needs = [] } of scorers.toReversed()) {
    if (needed.has(name)) for (const need of needs) needed.add(need);
  }
  return {
    needed: scorers.filter(({ name }) => needed.has(name)),
    isShown: ({ name }) => shown.has(name),
  };
}

const NULL_IF_NOT_APPLICABLE: ReadonlySet<string> = new Set(
  scorers.flatMap(({ name, isNullInapplicable }) => (isNullInapplicable ? [name] : [])),
);

/**
 * Removes scores that do not apply to the turn, because they are not a gap in a metric's coverage. A failed request
 * only has null for applicable metrics, so it keeps all of them.
 */
export function withoutInapplicable(scores: Scores): Scores {
  if (scores['answered'] === 0) return scores;
  return Object.fromEntries(
    Object.entries(scores).filter(
      ([metric, score]) => score !== null || !NULL_IF_NOT_APPLICABLE.has(metric),
    ),
  );
}
