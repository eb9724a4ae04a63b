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

/** The latest run in a sentence. Without a comparison there is nothing to be better or worse than. */
export function sayVerdict(latest: RunHead, comparison: Comparison | undefined): VerdictSentence {
  const score = formatScore(latest.scores?.['overall']);
  if (comparison === undefined) {
    const text = `The latest run, ${latest.model_id}, scored ${score}.`;
    return {
      tone: 'plain',
      text,
      rest: 'There is no earlier run of this test to compare it with.',
    };
  }
  const { scenarios, compared, baseline } = comparison;
  const down = changed(scenarios, 'regressed');
  const up = changed(scenarios, 'improved');
  const of = `of ${formatMany(compared, 'scenario')}`;
  const better = up.length === 0 ? '' : `It improved in ${up.length}: ${listed(up)}.`;
  if (down.length > 0) {
    const text = `The latest run, ${latest.model_id}, regressed in ${down.length} ${of}: ${listed(down)}.`;
    return { tone: 'bad', text, rest: better };
  }
  if (up.length > 0) {
    const text = `The latest run, ${latest.model_id}, improved in ${up.length} ${of}: ${listed(up)}.`;
    return { tone: 'ok', text, rest: 'Nothing regressed.' };
  }
  if (scenarios.every(({ verdict }) => verdict === null)) {
    const text = `The latest run, ${latest.model_id}, scored ${score} (${changeOf(comparison)}).`;
    return { tone: 'plain', text, rest: 'With one attempt a side nothing can be said of noise.' };
  }
  const text = `No change beyond noise in ${formatMany(compared, 'scenario')}.`;
  return {
    tone: 'plain',
    text,
    rest: `${latest.model_id} scored ${score}, ${baseline.model_id} before it.`,
  };
}

type Word = 'regressed' | 'improved';

/** What changed most comes first. */
function changed(scenarios: readonly ComparedScenario[], word: Word): readonly ComparedScenario[] {
  return scenarios
    .filter(({ verdict }) => verdict?.word === word)
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

function changeOf({ metrics }: Comparison): string {
  return `${formatDelta(metrics['overall']?.delta)} against the run before`;
}
