import type { ComparedScenario, Comparison } from '@assay/contracts';
import {
  formatDelta,
  formatDeltaInterval,
  formatScore,
  VERDICT_LABELS,
  type VerdictResult,
} from '@assay/format';
import type { Run } from '../db/runs/run.ts';
import { codeSpan } from './format.ts';

const ROWS_SHOWN = 15;
const NAMES_SHOWN = 40;
const NAME = 60;
const EXCERPT = 100;

/** Changes since the baseline: regressions first, then improvements, then the scenarios without a change. */
export function writeChange(run: Run, comparison: Comparison): readonly string[] {
  const by = (result: VerdictResult): readonly ComparedScenario[] =>
    comparison.scenarios.filter(({ verdict }) => (verdict?.result ?? 'inconclusive') === result);
  const [worse, better] = [by('regressed'), by('improved')];
  const [same, open] = [by('same'), by('inconclusive')];
  const counts = [
    countText('regressed', worse),
    countText('improved', better),
    countText('same', same),
    ...(open.length > 0 ? [countText('inconclusive', open)] : []),
  ];
  const { baseline } = comparison;
  return [
    `### ${counts.join(', ')}`,
    '',
    `Against ${codeSpan(baseline.test_name, EXCERPT)}, model ${codeSpan(baseline.model_id, EXCERPT)}, run ${codeSpan(baseline.run_id, NAME)}`,
    '',
    ...table(`${VERDICT_LABELS.regressed.glyph} Regressions`, worse.toSorted(byChange)),
    ...largestDrops(run, comparison, worse),
    ...table(
      `${VERDICT_LABELS.improved.glyph} Improvements`,
      better.toSorted(byChange).toReversed(),
    ),
    ...names('Same', same),
    ...names('Inconclusive: more attempts would tell', open),
  ];
}

function countText(result: VerdictResult, { length }: readonly ComparedScenario[]): string {
  const { glyph, label } = VERDICT_LABELS[result];
  return `${glyph} ${length} ${label}`;
}

function byChange(a: ComparedScenario, b: ComparedScenario): number {
  return (a.delta ?? 0) - (b.delta ?? 0);
}

function table(title: string, scenarios: readonly ComparedScenario[]): readonly string[] {
  if (scenarios.length === 0) return [];
  const hidden = scenarios.length - ROWS_SHOWN;
  return [
    `**${title}**`,
    '',
    '| Scenario | Baseline | Now | Change | 95 % interval |',
    '| --- | ---: | ---: | ---: | --- |',
    ...scenarios
      .slice(0, ROWS_SHOWN)
      .map(
        ({ name, baseline, candidate, delta, ci95 }) =>
          `| ${codeSpan(name, NAME)} | ${formatScore(baseline?.mean)} | ${formatScore(candidate?.mean)} | **${formatDelta(delta)}** | ${formatDeltaInterval(ci95)} |`,
      ),
    '',
    ...(hidden > 0 ? [`And ${hidden} more.`, ''] : []),
  ];
}

/** Of each scenario that got worse, the interaction that fell most. */
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

function names(title: string, scenarios: readonly ComparedScenario[]): readonly string[] {
  if (scenarios.length === 0) return [];
  const hidden = scenarios.length - NAMES_SHOWN;
  const shown = scenarios.slice(0, NAMES_SHOWN).map(({ name }) => codeSpan(name, NAME));
  return [`**${title}**: ${[...shown, ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ')}`, ''];
}
