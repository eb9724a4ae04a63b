import type { ComparedScenario, Comparison, RunHead } from '@assay/contracts';
import { formatDelta, formatMany, formatScore } from '@assay/format';

export interface VerdictSentence {
  readonly tone: 'bad' | 'ok' | 'plain';
  readonly text: string;
  /** Further sentences, or empty. */
  readonly rest: string;
}

const MAX_NAMED = 3;

/** The latest run in a sentence: better or worse, and where. */
export function verdictSentence(latest: RunHead, comparison: Comparison): VerdictSentence {
  const { scenarios, compared } = comparison;
  const down = scenariosWith('regressed', scenarios);
  const up = scenariosWith('improved', scenarios);
  const run = `The latest run, ${latest.model_id},`;
  const of = `of ${formatMany(compared, 'scenario')}`;
  if (down.length > 0) {
    const text = `${run} regressed in ${down.length} ${of}: ${listScenarios(down)}.`;
    const better = up.length === 0 ? '' : `It improved in ${up.length}: ${listScenarios(up)}.`;
    return { tone: 'bad', text, rest: better };
  }
  if (up.length > 0) {
    const text = `${run} improved in ${up.length} ${of}: ${listScenarios(up)}.`;
    return { tone: 'ok', text, rest: 'Nothing regressed.' };
  }
  if (compared === 0)
    return scoreSentence(latest, 'It has no scored scenario in common with the run before.');
  if (scenarios.every(({ verdict }) => verdict === null)) {
    const delta = formatDelta(comparison.metrics['overall']?.delta);
    const rest = `That is ${delta}, and with one attempt a side nothing can be said of noise.`;
    return scoreSentence(latest, rest);
  }
  return noiseSentence(latest, comparison);
}

/** The score of a run that has no verdict, and why. */
export function scoreSentence({ model_id, scores }: RunHead, rest: string): VerdictSentence {
  const score = scores?.['overall'];
  const text =
    score === undefined
      ? `The latest run, ${model_id}, has no score.`
      : `The latest run, ${model_id}, scored ${formatScore(score)}.`;
  return { tone: 'plain', text, rest };
}

function noiseSentence({ model_id, scores }: RunHead, comparison: Comparison): VerdictSentence {
  const { compared, baseline, metrics } = comparison;
  const [now, before] = [scores?.['overall'], metrics['overall']?.baseline?.mean].map((score) =>
    formatScore(score),
  );
  return {
    tone: 'plain',
    text: `No change beyond noise in ${formatMany(compared, 'scenario')}.`,
    rest: `${model_id} scored ${now}, ${baseline.model_id} before it ${before}.`,
  };
}

/** The scenarios with this verdict, the largest change first. */
function scenariosWith(
  result: 'regressed' | 'improved',
  scenarios: readonly ComparedScenario[],
): readonly ComparedScenario[] {
  return scenarios
    .filter(({ verdict }) => verdict?.result === result)
    .toSorted((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0));
}

function listScenarios(scenarios: readonly ComparedScenario[]): string {
  const named = scenarios
    .slice(0, MAX_NAMED)
    .map(({ name, delta }) => `${name} ${formatDelta(delta, 2)}`)
    .join(', ');
  const more = scenarios.length - MAX_NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
