import type { ComparedScenario, Comparison, RunHead } from '@assay/contracts';
import { formatDelta, formatMany, formatScore } from '../../format/numbers.ts';

export interface VerdictSentence {
  readonly tone: 'bad' | 'ok' | 'plain';
  /** What one has to know. */
  readonly text: string;
  /** What else there is. */
  readonly rest: string;
}

const NAMED = 3;

/** The latest run in a sentence: better or worse, and where. */
export function sayVerdict(latest: RunHead, comparison: Comparison): VerdictSentence {
  const { scenarios, compared } = comparison;
  const down = changed(scenarios, 'regressed');
  const up = changed(scenarios, 'improved');
  const run = `The latest run, ${latest.model_id},`;
  const of = `of ${formatMany(compared, 'scenario')}`;
  if (down.length > 0) {
    const text = `${run} regressed in ${down.length} ${of}: ${listed(down)}.`;
    const better = up.length === 0 ? '' : `It improved in ${up.length}: ${listed(up)}.`;
    return { tone: 'bad', text, rest: better };
  }
  if (up.length > 0) {
    const text = `${run} improved in ${up.length} ${of}: ${listed(up)}.`;
    return { tone: 'ok', text, rest: 'Nothing regressed.' };
  }
  if (compared === 0)
    return sayScore(latest, 'It has no scored scenario in common with the run before.');
  if (scenarios.every(({ verdict }) => verdict === null)) {
    const delta = formatDelta(comparison.metrics['overall']?.delta);
    const rest = `That is ${delta}, and with one attempt a side nothing can be said of noise.`;
    return sayScore(latest, rest);
  }
  return sayNoise(latest, comparison);
}

/** A run that cannot be better or worse than another, and why. */
export function sayScore({ model_id, scores }: RunHead, rest: string): VerdictSentence {
  const score = scores?.['overall'];
  const text =
    score === undefined
      ? `The latest run, ${model_id}, has no score.`
      : `The latest run, ${model_id}, scored ${formatScore(score)}.`;
  return { tone: 'plain', text, rest };
}

function sayNoise({ model_id, scores }: RunHead, comparison: Comparison): VerdictSentence {
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

type Word = 'regressed' | 'improved';

/** What changed most comes first. */
function changed(scenarios: readonly ComparedScenario[], word: Word): readonly ComparedScenario[] {
  return scenarios
    .filter(({ verdict }) => verdict?.result === word)
    .toSorted((a, b) => Math.abs(b.delta ?? 0) - Math.abs(a.delta ?? 0));
}

function listed(scenarios: readonly ComparedScenario[]): string {
  const named = scenarios
    .slice(0, NAMED)
    .map(({ name, delta }) => `${name} ${formatDelta(delta, 2)}`)
    .join(', ');
  const more = scenarios.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}
