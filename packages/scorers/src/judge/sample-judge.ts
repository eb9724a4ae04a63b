import type { AskFailure } from '../structured-output/structured-prompt.ts';
import type { Judge, Judged, Judgement, JudgeQuestion } from './create-judge.ts';
import type { Choice } from './judge-scores.ts';
import { JUDGE_SCORES } from './judge-scores.ts';

interface Sampled {
  readonly model: string;
  /** Everything that was asked for, failures too. */
  readonly samples: readonly Judgement[];
}

export interface SampledVerdict extends Sampled {
  readonly state: 'judged';
  /** The most frequent choice; of several, the one that scores least. */
  readonly choice: Choice;
  /** The median. */
  readonly score: number;
  readonly mean: number;
  /** The best score less the worst. */
  readonly spread: number;
  readonly mapping: typeof JUDGE_SCORES;
}

export interface SampledFailure extends Sampled {
  readonly state: 'judge_failed';
  readonly failure: AskFailure;
}

export type SampledJudgement = SampledVerdict | SampledFailure;

export type SamplingJudge = (
  question: JudgeQuestion,
  signal: AbortSignal,
) => Promise<SampledJudgement>;

const MORE = 2;

/** Asks once, or three times and twice more where those disagree. */
export function sampleJudge(judge: Judge, count: 1 | 3 = 1): SamplingJudge {
  return async (question, signal) => {
    const ask = (times: number): Promise<Judgement[]> =>
      Promise.all(Array.from({ length: times }, () => judge(question, signal)));
    const first = await ask(count);
    const scores = new Set(first.filter(isJudged).map(({ score }) => score));
    const samples = scores.size > 1 ? [...first, ...(await ask(MORE))] : first;
    return combine(samples);
  };
}

function combine(samples: readonly Judgement[]): SampledJudgement {
  const model = samples[0]?.model ?? '';
  const judged = samples.filter(isJudged);
  const failure = failureOf(samples);
  if (failure !== undefined) return { state: 'judge_failed', model, samples, failure };
  const scores = judged.map(({ score }) => score).toSorted((a, b) => a - b);
  return {
    state: 'judged',
    model,
    samples,
    choice: mostFrequent(judged.map(({ choice }) => choice)),
    score: medianOf(scores),
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    spread: (scores.at(-1) ?? 0) - (scores[0] ?? 0),
    mapping: JUDGE_SCORES,
  };
}

/** Who was once seen to follow this text is not believed on it; and the fewer do not speak for the many. */
function failureOf(samples: readonly Judgement[]): AskFailure | undefined {
  const failures = samples.flatMap((one) => (isJudged(one) ? [] : [one.failure]));
  const untrusted = failures.find(({ kind }) => kind === 'untrusted');
  return untrusted ?? (failures.length * 2 >= samples.length ? failures[0] : undefined);
}

function isJudged(judgement: Judgement): judgement is Judged {
  return judgement.state === 'judged';
}

function mostFrequent(choices: readonly Choice[]): Choice {
  const counts = Map.groupBy(choices, (choice) => choice);
  const [first] = [...counts].toSorted(
    ([a, some], [b, others]) =>
      others.length - some.length || JUDGE_SCORES[a] - JUDGE_SCORES[b] || a.localeCompare(b),
  );
  return first?.[0] ?? 'D';
}

function medianOf(sorted: readonly number[]): number {
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}
