import type {
  AttemptResult,
  ComparedScenario,
  ComparisonVerdict,
  EvaluationResponse,
  ScenarioResult,
  Stats,
} from '@assay/contracts';
import {
  formatMany,
  formatShortChange,
  formatShortMean,
  NONE,
  VERDICT_LABELS,
} from '@assay/format';
import { formatTable, type Cell, type Column } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { FinishedRun } from './finished-run.ts';
import { verdictStyle } from './verdict-style.ts';

/** More attempts than this are counted instead of drawn. */
const MAX_DOTS = 10;

/** One row for each scenario with its mean, interval and, if there is a baseline, its change; all scenarios in the last row. */
export function resultTable(run: FinishedRun, terminal: Terminal): string {
  const { result } = run;
  const { comparison } = result;
  const metric = headlineMetric(result.stats);
  const compared = new Map(comparison?.scenarios.map((one) => [one.candidate_no, one]));
  const { scenarios } = result.results;
  const rows = scenarios.map((scenario, no) => [
    { text: sanitizeLine(scenario.name) },
    meanCell(scenario.stats, metric),
    ...(comparison === undefined ? [] : [changeCell(compared.get(no), terminal)]),
    { text: attemptsText(scenario) },
    ...(comparison === undefined ? [] : [verdictCell(compared.get(no)?.verdict, terminal)]),
  ]);
  const suite = comparison?.on_this_suite;
  const turns = run.turns.total / run.attempts;
  const all: readonly Cell[] = [
    {
      text: `All (${formatMany(turns, 'turn')} × ${run.attempts})`,
      style: terminal.colors.bold,
    },
    { ...meanCell(result.stats, metric), style: terminal.colors.bold },
    ...(comparison === undefined ? [] : [suiteCell(suite, terminal)]),
    { text: flakyText(result.passes), style: terminal.colors.bold },
    ...(comparison === undefined ? [] : [verdictCell(suite, terminal)]),
  ];
  return formatTable({
    columns: columnsFor(metric, comparison !== undefined),
    rows: [...rows, all],
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
}

function columnsFor(metric: string, isCompared: boolean): readonly Column[] {
  const title = `${metric.slice(0, 1).toUpperCase()}${metric.slice(1)} 95%`;
  return [
    { title: 'Scenario', isFlexible: true },
    { title },
    ...(isCompared ? [{ title: '  Δ base' }] : []),
    { title: 'Attempts' },
    ...(isCompared ? [{ title: 'Verdict' }] : []),
  ];
}

/** A run without references has no overall score. */
function headlineMetric(stats: Stats): string {
  return 'overall' in stats ? 'overall' : 'answered';
}

function meanCell(stats: Stats, metric: string): Cell {
  const found = stats[metric];
  return { text: formatShortMean(found?.mean, found?.ci95) };
}

function changeCell(scenario: ComparedScenario | undefined, { colors }: Terminal): Cell {
  if (scenario === undefined || scenario.delta === null)
    return { text: '  new', style: colors.dim };
  const result = scenario.verdict?.result;
  const glyph = result === undefined ? ' ' : VERDICT_LABELS[result].glyph;
  const text = `${glyph} ${formatShortChange(scenario.delta, scenario.ci95)}`;
  return { text, style: verdictStyle(result, colors) };
}

function suiteCell(verdict: ComparisonVerdict | null | undefined, { colors }: Terminal): Cell {
  if (verdict === null || verdict === undefined) return { text: '' };
  const text = `${VERDICT_LABELS[verdict.result].glyph} ${formatShortChange(verdict.delta, verdict.interval)}`;
  return { text, style: verdictStyle(verdict.result, colors) };
}

function verdictCell(
  verdict: Pick<ComparisonVerdict, 'result'> | null | undefined,
  { colors }: Terminal,
): Cell {
  const result = verdict?.result;
  return {
    text: result ? VERDICT_LABELS[result].label : NONE,
    style: verdictStyle(result, colors),
  };
}

/** A dot for each attempt; a cross if it did not pass or one of its requests failed. */
function attemptsText({ attempts }: ScenarioResult): string {
  const passed = attempts.filter(isPassed).length;
  if (attempts.length > MAX_DOTS) return `${passed}/${attempts.length} ok`;
  return attempts.map((attempt) => (isPassed(attempt) ? '●' : '✗')).join('');
}

function isPassed({ passed, average_scores: { answered = 1 } }: AttemptResult): boolean {
  return passed !== false && answered === 1;
}

function flakyText(passes: EvaluationResponse['passes']): string {
  return passes ? `flaky ${passes.flaky_scenarios}` : '';
}
