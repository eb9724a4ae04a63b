import type { Comparison } from '@fairtrial/contracts';
import { formatDelta, formatScore, verdictLabel } from '@fairtrial/format';
import { callNext } from '../command/program-name.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { truncateText } from '../terminal/text-layout.ts';
import { toneStyle } from '../terminal/format-table.ts';

const MAX_SHOWN = 5;

interface Regression {
  readonly name: string;
  /** Counts from 1, like the interaction. */
  readonly scenario: number;
  readonly interaction: number;
  readonly line: string;
}

/** The interactions of regressed scenarios that dropped by at least the margin, the largest loss first. */
function findRegressions(comparison: Comparison, { columns }: Terminal): readonly Regression[] {
  const { glyph } = verdictLabel('regressed', comparison.basis);
  const regressed = new Map(
    comparison.scenarios.flatMap(({ candidate_no, name, verdict }) =>
      verdict?.result === 'regressed' ? [[candidate_no, name] as const] : [],
    ),
  );
  return comparison.interactions
    .flatMap(({ candidate_position: { scenario, turn }, delta, baseline, candidate }) => {
      const name = regressed.get(scenario);
      if (name === undefined || delta === null || delta > -comparison.margin) return [];
      const change = `${formatScore(baseline?.mean)} → ${formatScore(candidate?.mean)}`;
      const label = `${truncateText(sanitizeLine(name), columns - 44)} interaction ${turn + 1}`;
      const line = `${glyph} ${label}: ${change} (${formatDelta(delta)})`;
      return [{ name, scenario: scenario + 1, interaction: turn + 1, line }];
    })
    .slice(0, MAX_SHOWN);
}

/** Prints the interactions that regressed, and the command that shows the worst one. */
export function printRegressions(comparison: Comparison, terminal: Terminal): void {
  const regressions = findRegressions(comparison, terminal);
  const style = toneStyle(verdictLabel('regressed', comparison.basis).tone, terminal.colors);
  for (const { line } of regressions) terminal.print(style(line));
  const [worst] = regressions;
  if (worst === undefined) return;
  const { name, scenario, interaction } = worst;
  // Uses the number if the name is long or a shell would split it.
  const named = /^[\w.-]{1,20}$/.test(name) ? name : scenario;
  const { run_id } = comparison.candidate;
  terminal.note(`Read it: ${callNext(`show ${run_id} ${named} ${interaction}`)}`);
}
