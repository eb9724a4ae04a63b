import type { AnswerFailure } from '../structured-output/structured-prompt.ts';
import {
  type Judge,
  type Judged,
  type Judgement,
  type JudgeQuestion,
  type Choice,
  JUDGE_SCORES,
} from './judge.ts';

interface Sampled {
  readonly model: string;
  /** All answers, including failures. */
  readonly samples: readonly Judgement[];
}

interface SampledJudged extends Sampled {
  readonly state: 'judged';
  /** The most frequent choice; on a tie, the choice with the lowest score. */
  readonly choice: Choice;
  /** Median of the samples. */
  readonly score: number;
  readonly mean: number;
  /** Highest score minus lowest. */
  readonly spread: number;
  readonly mapping: typeof JUDGE_SCORES;
}

interface SampledFailed extends Sampled {
  readonly state: 'judge_failed';
  readonly failure: AnswerFailure;
}

export type SampledJudgement = SampledJudged | SampledFailed;

export type SamplingJudge = (
  question: JudgeQuestion,
  signal: AbortSignal,
) => Promise<SampledJudgement>;

/** Number of additional samples if the first ones disagree. */
const ADDITIONAL_SAMPLES = 2;

/** Samples the judge once, or three times and twice more if those disagree. */
export function sampleJudge(judge: Judge, count: 1 | 3 = 1): SamplingJudge {
  return async (question, signal) => {
    const ask = (times: number): Promise<Judgement[]> =>
      Promise.all(Array.from({ length: times }, () => judge(question, signal)));
    const first = await ask(count);
    const scores = new Set(first.filter(isJudged).map(({ score }) => score));
    const samples = scores.size > 1 ? [...first, ...(await ask(ADDITIONAL_SAMPLES))] : first;
    return combine(samples);
  };
}

function combine(samples: readonly Judgement[]): SampledJudgement {
  const model = samples[0]?.model ?? '';
  const judged = samples.filter(isJudged);
  const failure = findFailure(samples);
  if (failure !== undefined) return { state: 'judge_failed', model, samples, failure };
  const scores = judged.map(({ score }) => score).toSorted((a, b) => a - b);
  return {
    state: 'judged',
    model,
    samples,
    choice: mostFrequent(judged.map(({ choice }) => choice)),
    score: median(scores),
    mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    spread: (scores.at(-1) ?? 0) - (scores[0] ?? 0),
    mapping: JUDGE_SCORES,
  };
}

/**
 * A judge that followed instructions in the text once is not trusted. The samples also fail if at least half of them
 * failed.
 */
function findFailure(samples: readonly Judgement[]): AnswerFailure | undefined {
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

function median(sorted: readonly number[]): number {
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
}

interface Panel {
  /** One per judge, in order. */
  readonly judges: readonly SampledJudgement[];
}

interface PanelJudged extends Panel {
  readonly state: 'judged';
  /** Mean over all judges. */
  readonly score: number;
  /** Highest score minus lowest; 0 if there is only one judge. */
  readonly disagreement: number;
}

interface PanelFailed extends Panel {
  readonly state: 'judge_failed';
  /** Failure of the first judge that failed. */
  readonly failure: AnswerFailure;
  /** Models of all failed judges. */
  readonly failedJudges: readonly string[];
}

export type PanelJudgement = PanelJudged | PanelFailed;

type JudgePanel = (question: JudgeQuestion, signal: AbortSignal) => Promise<PanelJudgement>;

/**
 * Asks several judges the same question concurrently. If any judge fails, there is no score: a mean of the others would
 * not be comparable, and a failing strict judge would make a model look better.
 */
export function createJudgePanel(
  members: readonly [SamplingJudge, ...SamplingJudge[]],
): JudgePanel {
  return async (question, signal) => {
    const judges = await Promise.all(members.map((judge) => judge(question, signal)));
    const scores = judges.filter(hasScore).map(({ score }) => score);
    const failed = judges.filter((one) => !hasScore(one));
    const [first] = failed;
    if (first !== undefined) {
      const failedJudges = failed.map(({ model }) => model);
      return { state: 'judge_failed', judges, failure: first.failure, failedJudges };
    }
    return {
      state: 'judged',
      judges,
      score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      disagreement: Math.max(...scores) - Math.min(...scores),
    };
  };
}

function hasScore(judgement: SampledJudgement): judgement is SampledJudged {
  return judgement.state === 'judged';
}
