import type { EvaluationInput } from '@assay/client';
import type { Command } from 'commander';
import { relative } from 'node:path';
import { findFiles } from '../batch/find-files.ts';
import { mergeBatches } from '../batch/merge-batches.ts';
import { readBatchFile } from '../batch/read-batch-file.ts';
import { CliError } from '../command/cli-error.ts';
import type { CommandModule, Context, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { endRun } from '../runs/end-run.ts';
import { followToEnd } from '../runs/follow-to-end.ts';
import { planLines } from '../runs/plan-lines.ts';
import { resolveBaseline } from '../runs/resolve-run.ts';
import { printInterrupted } from '../runs/print-interrupted.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { mergeRunSettings, type RunSettings } from '../settings/merge-run-settings.ts';
import { addRunOptions } from '../settings/run-options.ts';

/** `assay run`: plays batches against an endpoint and judges what comes out. */
export const runCommand: CommandModule = {
  define(command: Command) {
    command.argument(
      '[files...]',
      'batches in JSON or YAML; those of the configuration where absent',
    );
    addRunOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const settings = mergeRunSettings(services.config, options);
    const request = await readRequest({ args, context, services, settings });
    if (settings.isDry) {
      for (const line of planLines(request, context.terminal)) context.terminal.print(line);
      return EXIT.pass;
    }
    return play({ context, services, settings }, request);
  },
};

interface Asked {
  readonly args: readonly string[];
  readonly context: Context;
  readonly services: Services;
  readonly settings: RunSettings;
}

async function readRequest({ args, context, services, settings }: Asked): Promise<EvaluationInput> {
  const [folder, patterns] =
    args.length > 0 ? [context.cwd, args] : [services.folder, services.config.files ?? []];
  if (patterns.length === 0) {
    const way = 'name one (`assay run samples/*.json`), or write files: into assay.config.yaml';
    throw new CliError(EXIT.usage, `no batch to play: ${way}`);
  }
  const files = await findFiles(folder, patterns);
  const batches = [];
  for (const file of files) batches.push(await readBatchFile(relative(context.cwd, file)));
  return mergeBatches(batches, settings.request);
}

async function play(
  { context, services, settings }: Omit<Asked, 'args'>,
  request: EvaluationInput,
): Promise<ExitCode> {
  const { client } = services;
  const baseline = await findBaseline({ context, services, settings }, request);
  // Told to stop before the answer is here, we would not know what to tell the user to follow.
  const { run_id } = await client.runs.start({
    ...request,
    ...(baseline !== undefined && { baseline_run_id: baseline }),
  });
  if (!settings.isQuiet) context.terminal.note(`Run ${run_id}`);
  try {
    const run = await followToEnd({ client, context, isQuiet: settings.isQuiet }, run_id);
    return await endRun({ client, context, reports: settings.reports }, run);
  } catch (thrown) {
    if (!context.signal.aborted) throw thrown;
    return printInterrupted(context, run_id, services.server);
  }
}

async function findBaseline(
  { context, services, settings }: Omit<Asked, 'args'>,
  request: EvaluationInput,
): Promise<string | undefined> {
  const { baseline: named } = settings;
  if (named === undefined) return undefined;
  const testName = request.test_name ?? '';
  const { client } = services;
  const found = await resolveBaseline(client, { named, testName }, context.signal);
  if (found === undefined) {
    context.terminal.note(
      `No run called '${testName}' is over yet: there is nothing to compare with.`,
    );
  }
  return found;
}
