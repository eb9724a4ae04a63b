import type {
  AttemptResult,
  ComparedScenario,
  ComparisonVerdict,
  EvaluationResponse,
  ScenarioResult,
  Stats,
} from '@assay/contracts';
import { formatTable, type Cell, type Column } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import type { FinishedRun } from './finished-run.ts';
import { deltaText, meanText } from './score-text.ts';
import { VERDICT_SIGNS, verdictStyle } from './verdict-style.ts';

/** More than this are counted instead of shown. */
const MAX_DOTS = 10;

/** How each scenario did, how sure that is and, with a baseline, what changed; all of them in the last row. */
export function resultTable(run: FinishedRun, terminal: Terminal): string {
  const { result } = run;
  const { comparison } = result;
  const metric = headlineOf(result.stats);
  const compared = new Map(comparison?.scenarios.map((one) => [one.candidate_no, one]));
  const { scenarios } = result.results;
  const rows = scenarios.map((scenario, no) => [
    { text: printable(scenario.name) },
    meanCell(scenario.stats, metric),
    ...(comparison === undefined ? [] : [changeCell(compared.get(no), terminal)]),
    { text: attemptsText(scenario) },
    ...(comparison === undefined ? [] : [wordCell(compared.get(no)?.verdict, terminal)]),
  ]);
  const suite = comparison?.on_this_suite;
  const turns = run.turns.total / run.attempts;
  const all: readonly Cell[] = [
    {
      text: `All (${turns} turn${turns === 1 ? '' : 's'} × ${run.attempts})`,
      style: terminal.colors.bold,
    },
    { ...meanCell(result.stats, metric), style: terminal.colors.bold },
    ...(comparison === undefined ? [] : [suiteCell(suite, terminal)]),
    { text: flakyText(result.passes), style: terminal.colors.bold },
    ...(comparison === undefined ? [] : [wordCell(suite, terminal)]),
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

/** What a run without references has is whether it was answered. */
function headlineOf(stats: Stats): string {
  return 'overall' in stats ? 'overall' : 'answered';
}

function meanCell(stats: Stats, metric: string): Cell {
  const found = stats[metric];
  return { text: found === undefined ? '–' : meanText(found.mean, found.ci95) };
}

function changeCell(scenario: ComparedScenario | undefined, { colors }: Terminal): Cell {
  if (scenario === undefined || scenario.delta === null)
    return { text: '  new', style: colors.dim };
  const word = scenario.verdict?.result;
  const sign = word === undefined ? ' ' : VERDICT_SIGNS[word];
  const text = `${sign} ${deltaText(scenario.delta, scenario.ci95)}`;
  return { text, style: verdictStyle(word, colors) };
}

function suiteCell(verdict: ComparisonVerdict | null | undefined, { colors }: Terminal): Cell {
  if (verdict === null || verdict === undefined) return { text: '' };
  const text = `${VERDICT_SIGNS[verdict.result]} ${deltaText(verdict.delta, verdict.interval)}`;
  return { text, style: verdictStyle(verdict.result, colors) };
}

function wordCell(
  verdict: Pick<ComparisonVerdict, 'result'> | null | undefined,
  { colors }: Terminal,
): Cell {
  const result = verdict?.result;
  return { text: result ?? '–', style: verdictStyle(result, colors) };
}

/** A dot for each attempt, a cross where it did not pass or a request in it failed. */
function attemptsText({ attempts }: ScenarioResult): string {
  const fine = attempts.filter(isFine).length;
  if (attempts.length > MAX_DOTS) return `${fine}/${attempts.length} ok`;
  return attempts.map((attempt) => (isFine(attempt) ? '●' : '✕')).join('');
}

function isFine({ passed, average_scores: { answered = 1 } }: AttemptResult): boolean {
  return passed !== false && answered === 1;
}

function flakyText(passes: EvaluationResponse['passes']): string {
  return passes ? `flaky ${passes.flaky_scenarios}` : '';
}
