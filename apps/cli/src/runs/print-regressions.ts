import type { Comparison } from '@assay/contracts';
import { cutText } from '../terminal/fit-text.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { scoreText, signedText } from './score-text.ts';

const MOST = 5;

interface Fallen {
  readonly name: string;
  /** From 1, as people count. */
  readonly scenario: number;
  readonly interaction: number;
  readonly line: string;
}

/** The interactions that made a scenario regress, what fell most first. */
function findRegressions(comparison: Comparison, { columns }: Terminal): readonly Fallen[] {
  const regressed = new Map(
    comparison.scenarios.flatMap(({ candidate_no, name, verdict }) =>
      verdict?.result === 'regressed' ? [[candidate_no, name] as const] : [],
    ),
  );
  return comparison.interactions
    .flatMap(({ candidate_position: { scenario, turn }, delta, baseline, candidate }) => {
      const name = regressed.get(scenario);
      if (name === undefined || delta === null || delta > -comparison.margin) return [];
      const change = `${scoreText(baseline?.mean ?? 0)} → ${scoreText(candidate?.mean ?? 0)}`;
      const place = `${cutText(printable(name), columns - 40)} interaction ${turn + 1}`;
      const line = `▼ ${place}: ${change} (${signedText(delta)})`;
      return [{ name, scenario: scenario + 1, interaction: turn + 1, line }];
    })
    .slice(0, MOST);
}

/** Says what fell, and how to see the worst of it. */
export function printRegressions(comparison: Comparison, terminal: Terminal): void {
  const fallen = findRegressions(comparison, terminal);
  for (const { line } of fallen) terminal.print(terminal.colors.red(line));
  const [worst] = fallen;
  if (worst === undefined) return;
  const { name, scenario, interaction } = worst;
  // A name that is long, or that a shell would take apart, is called by its number.
  const named = /^[\w.-]{1,20}$/.test(name) ? name : scenario;
  const { run_id } = comparison.candidate;
  terminal.note(`Read it: assay show ${run_id} ${named} ${interaction}`);
}
