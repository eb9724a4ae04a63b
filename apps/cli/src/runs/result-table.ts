import type {
  AttemptResult,
  Comparison,
  EvaluationResponse,
  ScenarioResult,
  Stats,
} from '@fairtrial/contracts';
import { formatCount, formatMany, formatShortMean, NONE } from '@fairtrial/format';
import { changeCells } from './change-cells.ts';
import type { FinishedRun } from './finished-run.ts';
import { formatTable, type Cell, type Column } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** More attempts than this are counted instead of drawn. */
const MAX_DOTS = 10;

/** One row per scenario with its mean, interval and, with a baseline, its change; a last row for all scenarios. */
export function resultTable(run: FinishedRun, maxRows: number, terminal: Terminal): string {
  const { result } = run;
  const { comparison } = result;
  const metric = shownMetric(result);
  const all = [...result.results.scenarios.entries()];
  const { shown, note } = pickWorst(all, maxRows, ([no, { stats }]) =>
    rankScenario(
      comparison?.scenarios.find(({ candidate_no }) => candidate_no === no),
      stats[metric],
    ),
  );
  const rows = shown.map(([no, scenario]) =>
    toRow(
      [
        { text: sanitizeLine(scenario.name) },
        meanCell(scenario.stats, metric),
        { text: attemptsText(scenario, result.simulated_user !== undefined) },
      ],
      scenarioChange(result, no, terminal),
    ),
  );
  const style = terminal.colors.bold;
  const suite = comparison?.on_this_suite;
  const last = toRow(
    [
      { text: `All (${turnsText(run)})`, style },
      { ...meanCell(result.stats, metric), style },
      { text: flakyText(result.passes), style },
    ],
    comparison &&
      changeCells(
        {
          delta: comparison.metrics[comparison.metric]?.delta,
          verdict: suite,
          basis: comparison.basis,
        },
        terminal,
      ),
  );
  const table = formatTable({
    columns: columnsFor(metric, comparison !== undefined),
    rows: [...rows, last],
    width: terminal.columns,
    titleStyle: terminal.colors.dim,
  });
  return note === undefined ? table : `${table}\n${terminal.colors.dim(note)}`;
}

/**
 * Sort key, lowest first: regressed scenarios come before those with a low mean. A scenario without a mean has no reply
 * and ranks lower than any mean.
 */
function rankScenario(
  compared: Comparison['scenarios'][number] | undefined,
  mean: { readonly mean: number } | undefined,
): number {
  if (compared?.verdict?.result === 'regressed') return compared.verdict.delta - 2;
  return mean?.mean ?? -1;
}

type ChangeCells = readonly [change: Cell, word: Cell];

function toRow([name, mean, attempts]: readonly [Cell, Cell, Cell], change?: ChangeCells): Cell[] {
  return change ? [name, mean, change[0], attempts, change[1]] : [name, mean, attempts];
}

function scenarioChange(
  { comparison }: EvaluationResponse,
  no: number,
  terminal: Terminal,
): ChangeCells | undefined {
  if (comparison === undefined) return undefined;
  const found = comparison.scenarios.find(({ candidate_no }) => candidate_no === no);
  if (found === undefined) {
    const isChanged = comparison.changed.some(({ candidate }) => candidate === no);
    const word = isChanged ? '  changed' : '  new';
    return [{ text: word, style: terminal.colors.dim }, { text: '' }];
  }
  return changeCells({ ...found, basis: comparison.basis }, terminal);
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

/**
 * A run without references has no overall score and shows the share of answers, unless it allows no conclusion about
 * the model.
 */
function shownMetric({ stats, headline }: EvaluationResponse): string {
  return 'overall' in stats || headline.basis === null ? 'overall' : 'answered';
}

function meanCell(stats: Stats, metric: string): Cell {
  const found = stats[metric];
  return { text: formatShortMean(found?.mean, found?.ci95) };
}

/** With early stopping, scenarios differ in their number of attempts; with simulated users, attempts in their length. */
function turnsText({ turns, attempts, result }: FinishedRun): string {
  const isUneven = result.sequential !== undefined || result.simulated_user !== undefined;
  if (isUneven) return formatMany(turns.total, 'turn');
  return `${formatMany(turns.total / attempts, 'turn')} × ${attempts}`;
}

/**
 * A dot for each attempt, and a cross if it did not pass or one of its requests failed. A dash if a simulated user makes
 * its result unknown.
 */
function attemptsText({ attempts }: ScenarioResult, isSimulated: boolean): string {
  const known = attempts.filter((attempt) => !isSimulated || isKnown(attempt));
  const passed = known.filter(isPassed).length;
  const open = attempts.length - known.length;
  if (attempts.length > MAX_DOTS) {
    return `${passed}/${known.length} ok${open === 0 ? '' : `, ${open} ${NONE}`}`;
  }
  return attempts
    .map((attempt) => (known.includes(attempt) ? (isPassed(attempt) ? '●' : '✗') : NONE))
    .join('');
}

/** An attempt that does not count because of its simulated user has no result and no score of its conversation. */
function isKnown({ passed, average_scores: scores }: AttemptResult): boolean {
  return passed !== null || 'goal_reached' in scores || 'overall' in scores;
}

function isPassed({ passed, average_scores: { answered = 1 } }: AttemptResult): boolean {
  return passed !== false && answered === 1;
}

function flakyText(passes: EvaluationResponse['passes']): string {
  return passes ? `flaky ${passes.flaky_scenarios}` : '';
}

export interface WorstRows<Row> {
  readonly shown: readonly Row[];
  /** `undefined` if all are shown. */
  readonly note: string | undefined;
}

/** Returns all rows in their order if they fit, otherwise the worst ones, worst first. A lower `toScore` is worse. */
export function pickWorst<Row>(
  rows: readonly Row[],
  maxRows: number,
  toScore: (row: Row) => number,
): WorstRows<Row> {
  if (rows.length <= maxRows) return { shown: rows, note: undefined };
  const shown = rows.toSorted((a, b) => toScore(a) - toScore(b)).slice(0, maxRows);
  const hidden = formatCount(rows.length - maxRows);
  const note = `The ${maxRows} worst of ${formatCount(rows.length)} scenarios; ${hidden} not shown: --all shows all of them.`;
  return { shown, note };
}
