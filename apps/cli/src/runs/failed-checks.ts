import type { Client } from '@assay/client';
import { checkType } from '@assay/contracts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';
import type { FinishedRun } from './finished-run.ts';
import { toneStyle } from './tone-style.ts';

/** A required check that a reply failed; attempt and turn count from 1. */
export interface FailedCheck {
  readonly scenario: string;
  readonly attempt: number;
  readonly turn: number;
  readonly detail: string;
}

const MAX_SHOWN = 5;
/** Maximum number of replies to read: those that fail only optional checks are skipped. */
const MAX_READ = 20;

/** The first required checks that failed; empty if all passed. */
export async function listFailedChecks(
  client: Client,
  { run_id: runId, result }: FinishedRun,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const mean = result.stats['checks']?.mean;
  if (mean === undefined || mean === 1) return [];
  const filter = { failed_check: 'any', outcome: 'answered', limit: MAX_READ } as const;
  const { interactions } = await client.runs.interactions(runId, filter, { signal });
  const found: FailedCheck[] = [];
  for (const position of interactions) {
    const { checks } = await client.runs.turn(runId, position, { signal });
    const scenario = result.results.scenarios[position.scenario]?.name ?? '';
    const [attempt, turn] = [position.attempt + 1, position.turn + 1];
    for (const check of checks) {
      if (check.passed || check['optional'] === true) continue;
      found.push({ scenario, attempt, turn, detail: `${checkType(check)}: ${check.detail}` });
    }
    if (found.length >= MAX_SHOWN) break;
  }
  return found.slice(0, MAX_SHOWN);
}

/** Prints one line per check with its position and the finding. They are only a warning if the run passes anyway. */
export function printFailedChecks(
  checks: readonly FailedCheck[],
  { headline }: FinishedRun['result'],
  terminal: Terminal,
): void {
  if (checks.length === 0) return;
  const isFailure = headline.exit_code !== 0;
  const style = toneStyle(isFailure ? 'bad' : 'warn', terminal.colors);
  terminal.print(isFailure ? 'Failed checks:' : 'Failed checks, which a gate allows:');
  for (const { scenario, attempt, turn, detail } of checks) {
    const line = sanitizeLine(`✗ ${scenario}, attempt ${attempt}, turn ${turn}: ${detail}`);
    terminal.print(style(wrapText(line, { width: terminal.columns, indent: '  ' })));
  }
}
