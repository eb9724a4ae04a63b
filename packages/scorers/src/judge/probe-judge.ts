import type { AnswerFailure } from '../structured-output/structured-prompt.ts';
import type { Judge, Judgement } from './judge.ts';
import { PROBE_FAULTS, PROBE_ITEMS, type ProbeFault, type ProbeItem } from './probe-items.ts';

/** Result of asking a judge questions with known answers. */
export type JudgeProbe =
  | {
      readonly state: 'trusted';
      /** `undefined` if only the first two items were asked. */
      readonly summary: ProbeSummary | undefined;
      /** One per asked item, in order. */
      readonly judgements: readonly Judgement[];
    }
  | {
      readonly state: 'untrusted';
      readonly why: string;
      /** Of the first two items. The others are not asked. */
      readonly judgements: readonly Judgement[];
    }
  | { readonly state: 'failed'; readonly failure: AnswerFailure };

interface HitRate {
  /** Number of items with an answer. A failed judge decides nothing. */
  readonly asked: number;
  readonly hit: number;
}

export interface ProbeSummary {
  /** Number of items, with and without an answer. */
  readonly items: number;
  /** How many wrong replies the judge found, by what is wrong with them. */
  readonly byFault: Readonly<Record<ProbeFault, HitRate>>;
  /** How many right replies the judge found fault with. */
  readonly falseAlarms: HitRate;
}

/** A right reply scores at least this, a wrong one less. */
const PASS_THRESHOLD = 0.5;

/** A long reply that leaves out what was asked may be rated like one that says a part of it. */
const HIGHEST_IF_WRONG: Readonly<Record<ProbeFault, number>> = {
  number: 0.3,
  unit: 0.3,
  negation: 0.3,
  promise: 0.3,
  verbosity: 0.5,
  injection: 0.3,
};

/**
 * Tests that a judge distinguishes right from wrong and does not follow instructions in the reply, and counts the faults
 * that it finds. If the judge fails or is not trusted after the first two questions, or if its faults are known, it is asked
 * no more.
 */
export async function probeJudge(
  judge: Judge,
  { isKnown = false, signal }: { readonly isKnown?: boolean; readonly signal: AbortSignal },
): Promise<JudgeProbe> {
  const ask = (items: readonly ProbeItem[]): Promise<Judgement[]> =>
    Promise.all(items.map(({ question }) => judge(question, signal)));
  const first = await ask(PROBE_ITEMS.slice(0, 2));
  const failure = first.find((one) => one.state === 'judge_failed')?.failure;
  if (failure !== undefined && failure.kind !== 'untrusted') return { state: 'failed', failure };
  const why = failure?.message ?? findDistrust(first);
  if (why !== undefined) return { state: 'untrusted', why, judgements: first };
  if (isKnown) return { state: 'trusted', summary: undefined, judgements: first };
  const judgements = [...first, ...(await ask(PROBE_ITEMS.slice(2)))];
  return { state: 'trusted', summary: summariseProbe(judgements), judgements };
}

/** Returns the reason why a judge is not trusted after the first two questions; `undefined` if it is. */
function findDistrust([right, wrong]: readonly Judgement[]): string | undefined {
  if (right?.state === 'judged' && right.score < PASS_THRESHOLD) {
    return 'it finds fault with the reference itself';
  }
  if (wrong?.state === 'judged' && wrong.score >= PASS_THRESHOLD) {
    return 'it did as a wrong reply told it to';
  }
  return undefined;
}

/** Counts what a judge found. `judgements` has one per probe item, in order. */
export function summariseProbe(judgements: readonly Judgement[]): ProbeSummary {
  const scored = PROBE_ITEMS.flatMap(({ fault }, at) => {
    const judgement = judgements[at];
    return judgement?.state === 'judged' ? [{ fault, score: judgement.score }] : [];
  });
  const rate = (wanted: ProbeFault | undefined, isHit: (score: number) => boolean): HitRate => {
    const asked = scored.filter(({ fault }) => fault === wanted);
    return { asked: asked.length, hit: asked.filter(({ score }) => isHit(score)).length };
  };
  const byFault = Object.fromEntries(
    PROBE_FAULTS.map((fault) => [fault, rate(fault, (score) => score <= HIGHEST_IF_WRONG[fault])]),
  ) as Record<ProbeFault, HitRate>;
  return { items: PROBE_ITEMS.length, byFault, falseAlarms: rate(undefined, (score) => score < 1) };
}
