import type { ComparedScenario, Comparison } from '@assay/contracts';
import type { Run } from '../db/runs/run.ts';
import { codeSpan } from './code-span.ts';

const ROWS_SHOWN = 15;
const NAMES_SHOWN = 40;
const NAME = 60;
const EXCERPT = 100;

/** What changed since the baseline, what to look at first: regressions, improvements, and what is only noise. */
export function writeChange(run: Run, comparison: Comparison): readonly string[] {
  const by = (word: string): readonly ComparedScenario[] =>
    comparison.scenarios.filter(({ verdict }) => (verdict?.result ?? 'inconclusive') === word);
  const [worse, better] = [by('regressed'), by('improved')];
  const [same, open] = [by('same'), by('inconclusive')];
  const counts = [
    `▼ ${worse.length} regressed`,
    `▲ ${better.length} improved`,
    `${same.length} within noise`,
    ...(open.length > 0 ? [`${open.length} undecided`] : []),
  ];
  const { baseline } = comparison;
  return [
    `### ${counts.join(', ')}`,
    '',
    `Against ${codeSpan(baseline.test_name, EXCERPT)}, model ${codeSpan(baseline.model_id, EXCERPT)}, run ${codeSpan(baseline.run_id, NAME)}`,
    '',
    ...table('▼ Regressions', worse.toSorted(byChange)),
    ...fallen(run, comparison, worse),
    ...table('▲ Improvements', better.toSorted(byChange).toReversed()),
    ...names('Within noise', same),
    ...names('Undecided: more attempts would tell', open),
  ];
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
          `| ${codeSpan(name, NAME)} | ${round(baseline?.mean)} | ${round(candidate?.mean)} | **${signed(delta)}** | ${ci95 ? `${signed(ci95[0])} to ${signed(ci95[1])}` : '–'} |`,
      ),
    '',
    ...(hidden > 0 ? [`And ${hidden} more.`, ''] : []),
  ];
}

/** Of each scenario that got worse, the interaction that fell most. */
function fallen(
  run: Run,
  comparison: Comparison,
  worse: readonly ComparedScenario[],
): readonly string[] {
  const items = worse
    .toSorted(byChange)
    .slice(0, ROWS_SHOWN)
    .flatMap(({ candidate_no: no, name }) => {
      const found = comparison.interactions.find(
        ({ candidate_position: place, delta }) => place.scenario === no && (delta ?? 0) < 0,
      );
      if (found === undefined) return [];
      const { turn } = found.candidate_position;
      const message = run.plan.scenarios[no]?.interactions[turn]?.user_message ?? '';
      return [
        `- ${codeSpan(name, NAME)}, interaction ${turn + 1} fell by ${round(Math.abs(found.delta ?? 0))}: ${codeSpan(message, EXCERPT)}`,
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

function round(score: number | undefined): string {
  return score === undefined ? '–' : score.toFixed(3);
}

function signed(delta: number | null): string {
  if (delta === null) return '–';
  const text = Math.abs(delta).toFixed(3);
  if (text === '0.000') return text;
  return `${delta < 0 ? '−' : '+'}${text}`;
}
