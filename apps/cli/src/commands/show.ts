import type { Client } from '@assay/client';
import type { Command } from 'commander';
import type { CommandModule, CommandContext, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { listFailedChecks } from '../runs/failed-checks.ts';
import { isFinished, isOver, type FinishedRun } from '../runs/finished-run.ts';
import { headlineOf } from '../runs/headline-of.ts';
import { printHeadline } from '../runs/print-headline.ts';
import { printInteraction } from '../runs/print-interaction.ts';
import { printResult } from '../runs/print-result.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addJsonOption, addServerOptions, toCount } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/write-output.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** `assay show`: prints the result of a run and exits with its code, or prints one interaction in full. */
export const showCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .argument('[scenario]', 'the name, the id or the number of a scenario')
      .argument('[interaction]', 'the number of one of its interactions (default: 1)', toCount)
      .option('--attempt <n>', 'the number of the attempt (default: 1)', toCount);
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const [named = '', scenario, interaction = '1'] = args;
    const { client, config } = await openServices(context, options);
    const { terminal, signal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const run = await client.runs.get(runId, { interactions: false, signal });
    const { json } = options;
    if (scenario !== undefined) {
      if (!isFinished(run))
        throw new CliError(EXIT.usage, `run ${runId} is ${run.state}: watch it first`);
      const attempt = typeof options['attempt'] === 'number' ? options['attempt'] : 1;
      const position = {
        scenario: findScenario(run, scenario),
        attempt: attempt - 1,
        turn: toCount(interaction) - 1,
      };
      return showTurn({ client, context, json }, runId, position);
    }
    if (!(await writeJson(context, json, run))) {
      const { test_name, model_id, endpoint, state, turns } = run;
      terminal.print(
        `${sanitizeLine(test_name)}: ${sanitizeLine(model_id)} at ${sanitizeLine(endpoint)}`,
      );
      if (isFinished(run)) {
        printResult(run, await listFailedChecks(client, run, signal), terminal);
      } else {
        terminal.print(`${state}, ${turns.finished} of ${turns.total} turns`);
        if (isOver(run)) printHeadline(headlineOf(run), terminal);
      }
    }
    return isOver(run) ? headlineOf(run).exit_code : EXIT.pass;
  },
};

interface ShowOptions {
  readonly client: Client;
  readonly context: CommandContext;
  readonly json: unknown;
}

async function showTurn(
  { client, context, json }: ShowOptions,
  runId: string,
  position: { readonly scenario: number; readonly attempt: number; readonly turn: number },
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const view = await client.runs.turn(runId, position, { signal });
  if (await writeJson(context, json, view)) return EXIT.pass;
  printInteraction(view, terminal);
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
  throw new CliError(EXIT.usage, `no scenario is called '${named}'; the run has ${names}`);
}
