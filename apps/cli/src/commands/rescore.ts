import type { Body } from '@fairtrial/client';
import type { Command } from 'commander';
import { describeRefusal } from '../batch/describe-refusal.ts';
import { findFiles } from '../batch/find-files.ts';
import { namedScenarios } from '../batch/merge-batches.ts';
import { readBatchFiles } from '../batch/read-batch-file.ts';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { followRun } from '../runs/follow-run.ts';
import { resolveRun, RUN_ARGUMENT } from '../runs/resolve-run.ts';
import { addServerOptions, toMaxRows } from '../settings/common-options.ts';
import { openServices } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addReportOptions, addScoringOptions } from '../settings/run-options.ts';
import type { JudgeInput } from '../settings/run-settings.ts';

interface Options {
  readonly file?: readonly string[];
  readonly judge?: JudgeInput;
  readonly passThreshold?: number;
  readonly scorers?: string[];
  readonly quiet?: boolean;
}

/**
 * `fairtrial rescore`: scores a finished run again from its stored replies, without calling the endpoint. With `--file`, by
 * the checks of the file.
 */
export const rescoreCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', RUN_ARGUMENT);
    addScoringOptions(command);
    command
      .option(
        '--file <batch>',
        'a batch of the run with other checks; can be repeated; everything else in it must be the same',
        toFiles,
      )
      .option(
        '--scorers <names>',
        'the scorers to run, separated by commas; own scorers are called again',
        toScorers,
      )
      .option('--quiet', 'print no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const { signal, cwd } = context;
    const runId = await resolveRun(services, named, signal);
    const reports = await findReportTargets({ config: {}, folder: cwd }, options);
    const { file = [], judge, passThreshold, scorers, quiet }: Options = options;
    const files = await readBatchFiles(cwd, await findFiles(cwd, file));
    const request: Body<'POST /runs/:run_id/rescore'> = {
      judge,
      scorers,
      pass_threshold: passThreshold,
      ...(files.length > 0 && { test_batch: files.flatMap(namedScenarios) }),
    };
    await services.client
      .request('POST /runs/:run_id/rescore', { run_id: runId, body: request, signal })
      .catch((error: unknown) => {
        throw describeRefusal(error, files, 'the run was not scored again');
      });
    const [isQuiet, maxRows] = [quiet === true, toMaxRows(options)];
    return followRun({ context, services, reports, isQuiet, maxRows }, runId);
  },
};

function toFiles(file: string, before: readonly string[] = []): readonly string[] {
  return [...before, file];
}

/** The server knows which names exist, because the operator can register own scorers. */
function toScorers(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}
