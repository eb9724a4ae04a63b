import type { AskFailure } from '../structured-output/structured-prompt.ts';
import type { JudgeQuestion } from './create-judge.ts';
import type { SampledJudgement, SampledVerdict, SamplingJudge } from './sample-judge.ts';

interface Panel {
  /** Each one's own, in the order in which they were named. */
  readonly judges: readonly SampledJudgement[];
}

export interface PanelVerdict extends Panel {
  readonly state: 'judged';
  /** The mean of those that judged. */
  readonly score: number;
  /** How far the furthest two are apart; 0 where they agree, or only one judged. */
  readonly disagreement: number;
}

export interface PanelFailure extends Panel {
  readonly state: 'judge_failed';
  /** Of the first. */
  readonly failure: AskFailure;
}

export type PanelJudgement = PanelVerdict | PanelFailure;

type PanelOfJudges = (question: JudgeQuestion, signal: AbortSignal) => Promise<PanelJudgement>;

/** Several judges on one question, all at once. */
export function conveneJudges(
  members: readonly [SamplingJudge, ...SamplingJudge[]],
): PanelOfJudges {
  return async (question, signal) => {
    const judges = await Promise.all(members.map((judge) => judge(question, signal)));
    const scores = judges.filter(hasJudged).map(({ score }) => score);
    const [failure] = judges.flatMap((one) => (hasJudged(one) ? [] : [one.failure]));
    if (scores.length === 0 && failure !== undefined) {
      return { state: 'judge_failed', judges, failure };
    }
    return {
      state: 'judged',
      judges,
      score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      disagreement: Math.max(...scores) - Math.min(...scores),
    };
  };
}

function hasJudged(judgement: SampledJudgement): judgement is SampledVerdict {
  return judgement.state === 'judged';
}
