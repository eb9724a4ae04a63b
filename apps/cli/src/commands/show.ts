import type { Client } from '@assay/client';
import type { Command } from 'commander';
import { CliError } from '../command/cli-error.ts';
import type { CommandModule, Context, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { isFinished, type FinishedRun } from '../runs/finished-run.ts';
import { interactionLines } from '../runs/interaction-lines.ts';
import { printResult } from '../runs/print-result.ts';
import { resolveRun } from '../runs/resolve-run.ts';
import { addJsonOption, writeJson } from '../settings/json-option.ts';
import { openServices } from '../settings/open-services.ts';
import { toCount } from '../settings/run-options.ts';
import { addServerOptions } from '../settings/server-options.ts';
import { printable } from '../terminal/printable.ts';

/** `assay show`: what came out of a run, down to the words of one interaction. */
export const showCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', 'the id of a run, or latest')
      .argument('[scenario]', 'the name, the id or the number of a scenario')
      .argument(
        '[interaction]',
        'the number of one of its interactions; the first where absent',
        toCount,
      )
      .option('--attempt <n>', 'which attempt; the first where absent', toCount);
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const [named = '', scenario, interaction = '1'] = args;
    const { client } = await openServices(context, options);
    const { terminal, signal } = context;
    const runId = await resolveRun(client, named, signal);
    const run = await client.runs.get(runId, { interactions: false, signal });
    const { json } = options;
    if (scenario !== undefined) {
      if (!isFinished(run))
        throw new CliError(EXIT.usage, `run ${runId} is ${run.state}: watch it first`);
      const attempt = typeof options['attempt'] === 'number' ? options['attempt'] : 1;
      const place = {
        scenario: findScenario(run, scenario),
        attempt: attempt - 1,
        turn: toCount(interaction) - 1,
      };
      return showTurn({ client, context, json }, runId, place);
    }
    if (!(await writeJson(context, json, run))) {
      const { test_name, model_id, endpoint, state, turns } = run;
      terminal.print(`${printable(test_name)}: ${printable(model_id)} at ${printable(endpoint)}`);
      if (isFinished(run)) printResult(run, terminal);
      else terminal.print(`${state}, ${turns.finished} of ${turns.total} turns`);
    }
    return EXIT.pass;
  },
};

interface Showing {
  readonly client: Client;
  readonly context: Context;
  readonly json: unknown;
}

async function showTurn(
  { client, context, json }: Showing,
  runId: string,
  place: { readonly scenario: number; readonly attempt: number; readonly turn: number },
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const view = await client.runs.turn(runId, place, { signal });
  if (await writeJson(context, json, view)) return EXIT.pass;
  for (const line of interactionLines(view, terminal)) terminal.print(line);
  return EXIT.pass;
}

function findScenario(run: FinishedRun, named: string): number {
  const { scenarios } = run.result.results;
  const found = scenarios.findIndex(
    ({ name, scenario_id }) => name === named || scenario_id === named,
  );
  if (found >= 0) return found;
  const number = Number(named);
  if (Number.isInteger(number) && number >= 1 && number <= scenarios.length) return number - 1;
  const names = scenarios.map(({ name }) => name).join(', ');
  throw new CliError(EXIT.usage, `no scenario is called '${named}'; there are ${names}`);
}
