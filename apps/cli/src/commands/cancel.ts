import { formatMany } from '@fairtrial/format';
import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { isOver } from '../runs/finished-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';

/** `fairtrial cancel`: cancels a run and waits until it has stopped. Answers received so far are kept. */
export const cancelCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', RUN_ARGUMENT);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const { client, config } = await openServices(context, options);
    const { signal, terminal } = context;
    const runId = await resolveRun({ client, config }, named, signal);
    const before = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
    if (isOver(before)) {
      terminal.note(`Run ${runId} is already over: it is ${before.state}.`);
      return EXIT.pass;
    }
    await client.request('POST /runs/:run_id/cancel', { run_id: runId, signal });
    for await (const event of client.follow(runId, { signal })) {
      if (event.type === 'run-finished') break;
    }
    const { state, turns } = await client.request('GET /runs/:run_id', {
      run_id: runId,
      signal,
      query: { interactions: false },
    });
    const played = `${turns.finished} of ${formatMany(turns.total, 'turn')} played`;
    terminal.note(`Run ${runId} is ${state}, ${played}.`);
    if (state === 'cancelled')
      terminal.note(`\`${callFairtrial(`retry ${runId}`)}\` plays the rest.`);
    return EXIT.pass;
  },
};
