import { ApiError, type Client } from '@fairtrial/client';
import type { InteractionView, TurnPosition } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandContext, CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { listFailedChecks } from '../runs/checks/failed-checks.ts';
import { isFinished, isOver, type FinishedRun } from '../runs/finished-run.ts';
import { headlineOf, printHeadline } from '../runs/print-headline.ts';
import { printInteraction } from '../runs/print-interaction.ts';
import { printResult } from '../runs/print-result.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { listMissedGoals } from '../runs/users/missed-goals.ts';
import {
  addJsonOption,
  addRowOptions,
  addServerOptions,
  toCount,
  toMaxRows,
} from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { writeJson } from '../settings/files.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** `fairtrial show`: prints the result of a run and exits with its code, or prints one interaction in full. */
export const showCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<run>', RUN_ARGUMENT)
      .argument('[scenario]', 'the name, the id or the number of a scenario')
      .argument(
        '[interaction]',
        'the number of one of its interactions (default: 1, or the last if the user is simulated)',
        toCount,
      )
      .option('--attempt <n>', 'the number of the attempt (default: 1)', toCount);
    addRowOptions(command);
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const [named = '', scenario, interaction] = args;
    const { client, config } = await openServices(context, options);
    const { terminal, signal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const run = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
    const { json } = options;
    if (scenario !== undefined) {
      if (!isFinished(run)) {
        const advice = `\`${callFairtrial(`watch ${runId}`)}\` follows it until it is finished`;
        throw new CliError(EXIT.usage, `run ${runId} is ${run.state}: ${advice}`);
      }
      const attempt = typeof options['attempt'] === 'number' ? options['attempt'] : 1;
      const position = {
        scenario: findScenario(run, scenario),
        attempt: attempt - 1,
        turn: toCount(interaction ?? '1') - 1,
      };
      const isNamed = interaction !== undefined;
      return showTurn({ client, context, json }, run, { ...position, isNamed });
    }
    if (!(await writeJson(context, json, run))) {
      const { test_name, model_id, endpoint, state, turns } = run;
      terminal.print(
        `${sanitizeLine(test_name)}: ${sanitizeLine(model_id)} at ${sanitizeLine(endpoint)}`,
      );
      if (run.dataset) terminal.print(`Dataset: ${sanitizeLine(run.dataset)}`);
      if (state !== 'completed') {
        terminal.print(`${state}, ${turns.finished} of ${turns.total} turns played`);
      }
      if (isFinished(run)) {
        const failedChecks = await listFailedChecks(client, run, signal);
        const missedGoals = await listMissedGoals(client, run, signal);
        printResult(run, { failedChecks, missedGoals, maxRows: toMaxRows(options) }, terminal);
      } else if (isOver(run)) printHeadline(headlineOf(run), terminal);
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
  run: FinishedRun,
  { isNamed, ...first }: TurnPosition & { readonly isNamed: boolean },
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const { run_id: runId } = run;
  const read = (at: TurnPosition): Promise<InteractionView> =>
    readTurn({ client, signal }, run, at);
  const found = await read(first);
  // A conversation with a simulated user makes sense as a whole only.
  const { turns = 0 } = found.conversation?.user ?? {};
  const position = isNamed || turns === 0 ? first : { ...first, turn: turns - 1 };
  const view = position.turn === first.turn ? found : await read(position);
  if (await writeJson(context, json, view)) return EXIT.pass;
  const before: InteractionView[] = [];
  for (let turn = 0; turn < position.turn; turn += 1) {
    before.push(
      await client.request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
        run_id: runId,
        ...position,
        turn,
        signal,
      }),
    );
  }
  const { user } =
    turns === 0
      ? {}
      : await client.request('GET /runs/:run_id/scenarios/:scenario', {
          run_id: runId,
          scenario: first.scenario,
          signal,
        });
  const name = sanitizeLine(run.result.results.scenarios[position.scenario]?.name ?? '');
  const attempt = `attempt ${position.attempt + 1} of ${run.attempts}`;
  terminal.print(`${name}, interaction ${position.turn + 1}, ${attempt}\n`);
  printInteraction(view, { before, user }, terminal);
  return EXIT.pass;
}

async function readTurn(
  { client, signal }: Pick<ShowOptions, 'client'> & { readonly signal: AbortSignal },
  run: FinishedRun,
  position: TurnPosition,
): Promise<InteractionView> {
  return client
    .request('GET /runs/:run_id/turns/:scenario/:attempt/:turn', {
      run_id: run.run_id,
      ...position,
      signal,
    })
    .catch((error: unknown) => {
      const isMissing = error instanceof ApiError && error.code === 'turn_not_found';
      throw isMissing ? new CliError(EXIT.usage, describeMissing(run, position)) : error;
    });
}

function describeMissing(
  { run_id: runId, state, attempts, result }: FinishedRun,
  at: TurnPosition,
): string {
  const turn = `interaction ${at.turn + 1} in attempt ${at.attempt + 1} of this scenario`;
  if (result.simulated_user !== undefined && state !== 'cancelled') {
    return `there is no ${turn}: conversations with a simulated user differ in length, or the run has only ${formatMany(attempts, 'attempt')}`;
  }
  return state === 'cancelled'
    ? `${turn} was not played, since the run was cancelled: \`${callFairtrial(`retry ${runId}`)}\` plays the missing turns`
    : `there is no ${turn}: the scenario is shorter, or the run, with ${formatMany(attempts, 'attempt')}, has no such attempt; \`${callFairtrial(`show ${runId}`)}\` lists its scenarios`;
}

const MAX_NAMES = 10;

function findScenario(run: FinishedRun, named: string): number {
  const { scenarios } = run.result.results;
  const found = scenarios.findIndex(
    ({ name, scenario_id }) => name === named || scenario_id === named,
  );
  if (found >= 0) return found;
  const number = Number(named);
  if (Number.isInteger(number) && number >= 1 && number <= scenarios.length) return number - 1;
  const names = scenarios.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = scenarios.length - names.length;
  const list = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  throw new CliError(EXIT.usage, `no scenario is named '${named}'; the run has ${list}`);
}
