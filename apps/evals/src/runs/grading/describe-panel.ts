import { JUDGE_SCORES, type PanelJudgement, type SampledJudgement } from '@assay/scorers';

/** What a turn says of its judges: how they came to their score, each by itself. */
export function describePanel(panel: PanelJudgement): Readonly<Record<string, unknown>> {
  const first = panel.judges.find((one) => one.state === 'judged');
  const spoken = first?.samples.find(
    (sample) => sample.state === 'judged' && sample.choice === first.choice,
  );
  return {
    outcome: panel.state,
    choice: first?.choice ?? null,
    rationale: spoken?.state === 'judged' ? spoken.reason : null,
    mapping: JUDGE_SCORES,
    ...(panel.state === 'judged'
      ? { disagreement: panel.disagreement }
      : { failure: panel.failure }),
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
