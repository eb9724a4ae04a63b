import { showAddress, type PlannedRun } from '@fairtrial/contracts';
import {
  formatCostRange,
  formatCount,
  formatCountRange,
  formatDetectable,
  formatMany,
} from '@fairtrial/format';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText, wrapText } from '../terminal/text-layout.ts';
import { printWarnings } from './print-result.ts';

const NAME_WIDTH = 40;
/** The maximum number of scenarios that are listed. */
const MAX_ROWS = 20;
const WRAP = { width: 80, indent: '  ' } as const;

/** `--dry-run`: prints the plan of the service: the calls of a run, its cost, and the change that it can find. */
export function printPlan(
  plan: PlannedRun,
  { endpoint }: { readonly endpoint: string },
  terminal: Terminal,
): void {
  const { colors, print } = terminal;
  const { dataset, scenarios, total_scenarios: total, models } = plan;
  if (dataset !== null) {
    const part = total === dataset.scenarios ? '' : `${formatCount(total)} of `;
    print(`${sanitizeLine(dataset.version)}: ${part}${formatMany(dataset.scenarios, 'scenario')}`);
  }
  print(colors.dim(`${padText('Scenario', NAME_WIDTH)}  Calls`));
  const listed = scenarios.slice(0, MAX_ROWS);
  for (const { name, turns, simulated_user: isMost } of listed) {
    print(`${padText(sanitizeLine(name), NAME_WIDTH)}  ${product(plan, turns, isMost)}`);
  }
  if (total > listed.length) {
    print(colors.dim(`${formatMany(total - listed.length, 'scenario')} more`));
  }
  const isSimulated = plan.calls.users.most > 0;
  print(colors.bold(`${padText('All', NAME_WIDTH)}  ${product(plan, plan.turns, isSimulated)}`));
  const names = models.map(sanitizeLine).join(' and ');
  const address = sanitizeLine(showAddress(endpoint));
  print(`to ${address} as ${names}, ${plan.concurrency} at a time; retries not counted`);
  for (const line of listFigures(plan)) print(wrapText(line, WRAP));
  printWarnings(plan.warnings, terminal);
}

/** 4 × 5 = 20, or 4 × 5 × 2 = 40 with a second model; a maximum with early stopping or a simulated user. */
function product(
  { attempts, models, stop_early: isEarly }: PlannedRun,
  turns: number,
  isMost: boolean,
): string {
  const factors = [turns, attempts, ...(models.length === 1 ? [] : [models.length])];
  const calls = factors.reduce((sum, factor) => sum * factor);
  return `${isMost || isEarly ? 'up to ' : ''}${factors.join(' × ')} = ${calls}`;
}

function listFigures({
  turns,
  attempts,
  models,
  calls: { endpoint, users, judges },
  dollars,
  finds,
}: PlannedRun): readonly string[] {
  const isCut = endpoint.most < turns * attempts * models.length;
  const replays = 'a conversation that the simulated user spoils is played again, up to twice';
  return [
    ...(isCut ? [`at most ${formatMany(endpoint.most, 'call')}: the budget`] : []),
    ...(users.most > 0
      ? [
          `${countCalls(endpoint)} to the endpoint in all: ${replays}`,
          `${countCalls(users)} to the model of the simulated user (${sanitizeLine(users.model ?? '')})`,
        ]
      : []),
    ...(judges.most > 0
      ? [
          `${countCalls(judges)} to judges (${judges.models.map(sanitizeLine).join(', ')}); retries, annotations and probes not counted`,
        ]
      : []),
    ...(dollars === null
      ? []
      : [`about ${formatCostRange(dollars)}, if calls take as many tokens as in the latest run`]),
    ...(finds === null
      ? []
      : [`finds a change of ${formatDetectable(finds.change)} or more, with 80 % power`]),
  ];
}

/** 36–60 calls */
function countCalls(range: PlannedRun['calls']['endpoint']): string {
  return `${formatCountRange(range)} ${range.most === 1 ? 'call' : 'calls'}`;
}
