import type { ComparedScenario, Comparison } from '@fairtrial/contracts';
import {
  formatChangedParts,
  formatComparedUsers,
  formatConfidence,
  formatDelta,
  formatDeltaInterval,
  formatScore,
  NONE,
  verdictLabel,
  type StatusLabel,
} from '@fairtrial/format';
import type { Run } from '../entities/run.ts';
import { codeSpan } from './format.ts';

const ROWS_SHOWN = 15;
const NAMES_SHOWN = 40;
const NAME = 60;
const EXCERPT = 100;
const SENTENCE = 240;

/** Changes since the baseline: losses first, then gains, then the scenarios without a change or a verdict. */
export function writeChange(run: Run, comparison: Comparison): readonly string[] {
  const { baseline, basis, between_runs: runs, interleaved, simulated_user: users } = comparison;
  const by = (result: 'regressed' | 'improved' | 'no_change_found' | null) => ({
    label: verdictLabel(result, basis),
    scenarios: comparison.scenarios.filter(({ verdict }) => (verdict?.result ?? null) === result),
  });
  const [worse, better] = [by('regressed'), by('improved')];
  const [unchanged, unknown] = [by('no_change_found'), by(null)];
  const groups = [worse, better, unchanged, unknown];
  const { changed } = comparison;
  return [
    `**Scenarios**: ${[...groups.map(countText), ...(changed.length > 0 ? [`${changed.length} changed, not compared`] : [])].join(', ')}`,
    '',
    `Against ${codeSpan(baseline.test_name, EXCERPT)}, model ${codeSpan(baseline.model_id, EXCERPT)}, run ${codeSpan(baseline.run_id, NAME)}`,
    ...(runs === null && !interleaved ? ['', 'Noise between runs not measured.'] : []),
    '',
    ...(users
      ? [...formatComparedUsers(users).map((line) => `- ${codeSpan(line, SENTENCE)}`), '']
      : []),
    ...table(worse.label, worse.scenarios.toSorted(byChange)),
    ...largestDrops(run, comparison, worse.scenarios),
    ...table(better.label, better.scenarios.toSorted(byChange).toReversed()),
    ...names('No change found', unchanged.scenarios),
    ...names(
      `Not known (a verdict needs ${comparison.min_attempts} scored attempts per run)`,
      unknown.scenarios,
    ),
    ...names(
      `Changed scenarios: not compared (${formatChangedParts(changed.flatMap(({ parts }) => parts))})`,
      changed,
    ),
  ];
}

interface Group {
  readonly label: StatusLabel;
  readonly scenarios: readonly ComparedScenario[];
}

function countText({ label: { glyph, label }, scenarios: { length } }: Group): string {
  return `${glyph} ${length} ${label}`;
}

function byChange(a: ComparedScenario, b: ComparedScenario): number {
  return (a.delta ?? 0) - (b.delta ?? 0);
}

function table(
  { glyph, label }: StatusLabel,
  scenarios: readonly ComparedScenario[],
): readonly string[] {
  if (scenarios.length === 0) return [];
  const hidden = scenarios.length - ROWS_SHOWN;
  return [
    `**${glyph} ${label}**`,
    '',
    '| Scenario | Baseline | Now | Change | Interval | Confidence |',
    '| --- | ---: | ---: | ---: | --- | ---: |',
    ...scenarios.slice(0, ROWS_SHOWN).map(row),
    '',
    ...(hidden > 0 ? [`And ${hidden} more.`, ''] : []),
  ];
}

function row({ name, baseline, candidate, delta, verdict }: ComparedScenario): string {
  const cells = [
    codeSpan(name, NAME),
    formatScore(baseline?.mean),
    formatScore(candidate?.mean),
    `**${formatDelta(verdict?.delta ?? delta)}**`,
    formatDeltaInterval(verdict?.interval),
    verdict?.interval ? formatConfidence(verdict.confidence) : NONE,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** For each scenario that got worse, the interaction with the largest drop. */
function largestDrops(
  run: Run,
  comparison: Comparison,
  worse: readonly ComparedScenario[],
): readonly string[] {
  const items = worse
    .toSorted(byChange)
    .slice(0, ROWS_SHOWN)
    .flatMap(({ candidate_no: no, name }) => {
      const found = comparison.interactions.find(
        ({ candidate_position: position, delta }) => position.scenario === no && (delta ?? 0) < 0,
      );
      if (found === undefined) return [];
      const { turn } = found.candidate_position;
      const message = run.plan.scenarios[no]?.interactions[turn]?.user_message ?? '';
      return [
        `- ${codeSpan(name, NAME)}, interaction ${turn + 1} fell by ${formatScore(Math.abs(found.delta ?? 0))}: ${codeSpan(message, EXCERPT)}`,
      ];
    });
  return items.length === 0 ? [] : [...items, ''];
}

function names(title: string, scenarios: readonly { readonly name: string }[]): readonly string[] {
  if (scenarios.length === 0) return [];
  const hidden = scenarios.length - NAMES_SHOWN;
  const shown = scenarios.slice(0, NAMES_SHOWN).map(({ name }) => codeSpan(name, NAME));
  return [`**${title}**: ${[...shown, ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ')}`, ''];
}
