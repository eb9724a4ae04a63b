import type { Client } from '@fairtrial/client';
import type { UserResult } from '@fairtrial/contracts';
import { explainUser } from '@fairtrial/format';
import { callNext } from '../../command/program-name.ts';
import type { Terminal } from '../../terminal/open-terminal.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import { wrapText } from '../../terminal/text-layout.ts';
import type { FinishedRun } from '../finished-run.ts';
import { toneStyle } from '../../terminal/format-table.ts';

/** A conversation whose simulated user did not reach its goal. Scenario and attempt count from 0. */
export interface MissedGoal {
  readonly scenario: number;
  readonly attempt: number;
  readonly user: UserResult;
}

const MAX_SHOWN = 5;
/** Maximum number of conversations to read: an attempt that did not pass can have failed a check only. */
const MAX_READ = 20;

/** The first conversations in which the goal was not reached; empty without simulated users. */
export async function listMissedGoals(
  client: Pick<Client, 'request'>,
  { run_id: runId, result }: Pick<FinishedRun, 'run_id' | 'result'>,
  signal: AbortSignal,
): Promise<readonly MissedGoal[]> {
  if (result.simulated_user === undefined) return [];
  const failed = result.results.scenarios.flatMap(({ attempts }, scenario) =>
    attempts.flatMap(({ passed }, attempt) => (passed === false ? [{ scenario, attempt }] : [])),
  );
  const found: MissedGoal[] = [];
  for (const { scenario, attempt } of failed.slice(0, MAX_READ)) {
    const position = { scenario, attempt, turn: 0 };
    const { conversation } = await client.request(
      'GET /runs/:run_id/turns/:scenario/:attempt/:turn',
      { run_id: runId, ...position, signal },
    );
    const user = conversation?.user;
    if (user?.goal_reached === false) found.push({ scenario, attempt, user });
    if (found.length >= MAX_SHOWN) break;
  }
  return found;
}

/** Prints each missed goal with the reason of the judge. They are only a warning if the run passes anyway. */
export function printMissedGoals(
  missed: readonly MissedGoal[],
  { run_id: runId, headline, results }: FinishedRun['result'],
  terminal: Terminal,
): void {
  const [first] = missed;
  if (first === undefined) return;
  const style = toneStyle(headline.exit_code === 0 ? 'warn' : 'bad', terminal.colors);
  terminal.print('Goals that were not reached:');
  for (const { scenario, attempt, user } of missed) {
    const name = results.scenarios[scenario]?.name ?? '';
    const [goal] = explainUser(user);
    const text = `${name}, attempt ${attempt + 1}: ${goal?.text ?? ''}`;
    terminal.print(style(wrapText(sanitizeLine(text), { width: terminal.columns, indent: '  ' })));
  }
  const position = `${first.scenario + 1} --attempt ${first.attempt + 1}`;
  terminal.note(`Read it: ${callNext(`show ${runId} ${position}`)}`);
}
