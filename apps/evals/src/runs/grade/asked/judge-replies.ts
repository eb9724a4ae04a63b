import {
  createJudgePanel,
  JUDGE_PROMPT_DIGEST,
  JUDGE_SCORES,
  sampleJudge,
  type PanelJudgement,
  type SampledJudgement,
} from '@fairtrial/scorers';
import type { Run } from '../../../entities/run.ts';
import { doesTask } from '../../plan/plan-grading.ts';
import { NOTHING_FOUND, type Findings } from '../grader.ts';
import type { GradingModels } from './grading-models.ts';
import { askOnce, type JudgementStore } from './judgement-store.ts';
import type { Judges } from './open-judges.ts';
import { conversationBefore, type AskingGrader, type Page, type TurnSubject } from './subject.ts';

/** Who can be asked about the subjects of a run. */
export interface Asking {
  readonly run: Run;
  readonly judges: Judges;
  readonly store: JudgementStore;
  readonly models: GradingModels;
}

/** The judges, who compare a reply with its reference. */
export function judgePanel(asking: Asking): AskingGrader {
  return {
    name: 'judge',
    version: JUDGE_PROMPT_DIGEST,
    grade: (subject, page) => judgeReply(asking, subject, page),
  };
}

async function judgeReply(
  { run, judges, store, models }: Asking,
  subject: TurnSubject,
  { known, signal }: Page,
): Promise<Findings> {
  const { interaction, turn } = subject;
  const kind = 'judge' as const;
  const { judge } = run.plan.grading ?? {};
  const [first, ...others] = judges.judges.map(({ model, ask }) => {
    const context = { runId: run.id, subject: turn, kind, model, known, store, models };
    return sampleJudge(askOnce(ask, context), judge?.samples);
  });
  if (first === undefined || interaction.reference_reply === '') return NOTHING_FOUND;
  if (!doesTask(run.plan.grading, 'reference')) return NOTHING_FOUND;
  const question = {
    ...conversationBefore(run, subject),
    reference: interaction.reference_reply,
    reply: turn.reply,
    instructions: judge?.instructions,
  };
  const panel = await createJudgePanel([first, ...others])(question, signal);
  const details = { judge: describePanel(panel) };
  if (panel.state === 'judge_failed') return { judge: null, details, flags: ['judge_failed'] };
  const flags = panel.disagreement > 0 ? ['judges_disagree'] : [];
  return { judge: panel.score, details, flags };
}

/** The part of `score_details` about the judges: the results of the panel and of each judge. */
function describePanel(panel: PanelJudgement): Readonly<Record<string, unknown>> {
  const judged = panel.state === 'judged' ? panel.judges : [];
  const first = judged.find((judge) => judge.state === 'judged');
  const decisive = first?.samples.find(
    (sample) => sample.state === 'judged' && sample.choice === first.choice,
  );
  return {
    outcome: panel.state,
    choice: first?.choice ?? null,
    rationale: decisive?.state === 'judged' ? decisive.reason : null,
    mapping: JUDGE_SCORES,
    ...(panel.state === 'judged'
      ? { disagreement: panel.disagreement }
      : { failure: panel.failure, failed_judges: panel.failedJudges }),
    judges: panel.judges.map(describeJudge),
  };
}

function describeJudge(judge: SampledJudgement): object {
  const { model, state: outcome } = judge;
  const samples = judge.samples.map((sample) => (sample.state === 'judged' ? sample.choice : null));
  if (judge.state === 'judge_failed') return { model, outcome, samples, failure: judge.failure };
  const { choice, score, spread } = judge;
  return { model, outcome, choice, score, spread, samples };
}
