import type { Client } from '@fairtrial/client';
import type { CheckResult } from '@fairtrial/contracts';
import { formatCheck, isOptionalCheck } from '@fairtrial/format';
import { callFairtrial } from '../../command/program-name.ts';
import type { Terminal } from '../../terminal/open-terminal.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { wrapText } from '../../terminal/text-layout.ts';
import { printCalls } from './print-calls.ts';
import type { FinishedRun } from '../finished-run.ts';
import { toneStyle } from '../../terminal/format-table.ts';

/** A required check that failed. Scenario and attempt count from 0. */
export interface FailedCheck {
  readonly scenario: number;
  readonly attempt: number;
  /** Counts from 0; `undefined` for a check of the whole conversation. */
  readonly turn: number | undefined;
  readonly check: CheckResult;
}

const MAX_SHOWN = 5;
/** Maximum number of tool calls to print for each check. */
const MAX_ROWS = 12;
/** Maximum number of replies, and of conversations, to read: those that fail only optional checks are skipped. */
const MAX_READ = 20;

/** The first required checks that failed; empty if none did. */
export async function listFailedChecks(
  client: Client,
  run: FinishedRun,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const mean = run.result.stats['checks']?.mean;
  if (mean === undefined || mean === 1) return [];
  const ofReplies = await readFailedReplies(client, run, signal);
  const ofConversations = await readFailedConversations(client, run, signal);
  return [...ofReplies, ...ofConversations].toSorted(byPosition).slice(0, MAX_SHOWN);
}

async function readFailedReplies(
  client: Client,
  { run_id: runId }: FinishedRun,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const filter = { failed_check: 'any', outcome: 'answered', limit: MAX_READ } as const;
  const { interactions } = await client.request('GET /runs/:run_id/interactions', {
    run_id: runId,
    query: filter,
    signal,
  });
  const found: FailedCheck[] = [];
  for (const { scenario, attempt, turn } of interactions) {
    const { checks } = await client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
      run_id: runId,
      scenario,
      attempt,
      turn,
      signal,
    });
    found.push(...checks.filter(isFailure).map((check) => ({ scenario, attempt, turn, check })));
    if (found.length >= MAX_SHOWN) break;
  }
  return found;
}

/** Reads the first turn of attempts that did not pass: it has the checks of their conversation, if there are any. */
async function readFailedConversations(
  client: Client,
  { run_id: runId, result }: FinishedRun,
  signal: AbortSignal,
): Promise<readonly FailedCheck[]> {
  const failed = result.results.scenarios.flatMap(({ attempts }, scenario) =>
    attempts.flatMap(({ passed }, attempt) => (passed === false ? [{ scenario, attempt }] : [])),
  );
  const withoutChecks = new Set<number>();
  const found: FailedCheck[] = [];
  for (const { scenario, attempt } of failed.slice(0, MAX_READ)) {
    if (withoutChecks.has(scenario)) continue;
    const position = { scenario, attempt, turn: 0 };
    const { conversation } = await client.request(
      'GET /runs/:run_id/turns/:scenario/:attempt/:turn',
      { run_id: runId, ...position, signal },
    );
    if (conversation === undefined) withoutChecks.add(scenario);
    const checks = (conversation?.checks ?? []).filter(isFailure);
    found.push(...checks.map((check) => ({ scenario, attempt, turn: undefined, check })));
    if (found.length >= MAX_SHOWN) break;
  }
  return found;
}

/** A check without a result has not failed. */
function isFailure(check: CheckResult): boolean {
  return check.passed === false && !isOptionalCheck(check);
}

/** The checks of a conversation come after those of its turns. */
function byPosition(a: FailedCheck, b: FailedCheck): number {
  const [one, other] = [a.turn ?? Number.MAX_VALUE, b.turn ?? Number.MAX_VALUE];
  return a.scenario - b.scenario || a.attempt - b.attempt || one - other;
}

/** Prints each check with its position and the finding, and the calls of a `tools` check in two columns. They are only a warning if the run passes anyway. */
export function printFailedChecks(
  checks: readonly FailedCheck[],
  { run_id: runId, headline, results }: FinishedRun['result'],
  terminal: Terminal,
): void {
  if (checks.length === 0) return;
  const isFailed = headline.exit_code !== 0;
  const style = toneStyle(isFailed ? 'bad' : 'warn', terminal.colors);
  const title = checks.length < MAX_SHOWN ? 'Failed checks' : 'The first failed checks';
  terminal.print(isFailed ? `${title}:` : `${title}, which a gate allows:`);
  for (const { scenario, attempt, turn, check } of checks) {
    const name = results.scenarios[scenario]?.name ?? '';
    const place = turn === undefined ? 'whole conversation' : `turn ${turn + 1}`;
    const text = `✗ ${name}, attempt ${attempt + 1}, ${place}: ${formatCheck(check)}`;
    const line = wrapText(sanitizeLine(text), { width: terminal.columns, indent: '  ' });
    terminal.print(style(line));
    const position = `${scenario + 1} ${(turn ?? 0) + 1} --attempt ${attempt + 1}`;
    const more = callFairtrial(`show ${runId} ${position}`);
    printCalls(check, terminal, { rows: MAX_ROWS, more });
  }
}
