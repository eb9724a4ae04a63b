import type { RescoreInput } from '@assay/client';
import { ScorerName } from '@assay/contracts';
import { InvalidArgumentError, type Command } from 'commander';
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
  readonly judge?: JudgeInput;
  readonly passThreshold?: number;
  readonly scorers?: ScorerName[];
  readonly quiet?: boolean;
}

/** `assay rescore`: scores a finished run again from its stored replies, without calling the endpoint. */
export const rescoreCommand: CommandModule = {
  define(command: Command) {
    command.argument('<run>', RUN_ARGUMENT);
    addScoringOptions(command);
    command
      .option('--scorers <names>', 'the scorers to run, separated by commas', toScorers)
      .option('--quiet', 'print no progress');
    addReportOptions(command);
    addServerOptions(command);
  },

  async run({ args: [named = ''], options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const { signal, cwd } = context;
    const runId = await resolveRun(services, named, signal);
    const reports = await findReportTargets({ config: {}, folder: cwd }, options);
    const { judge, passThreshold, scorers, quiet }: Options = options;
    const request: RescoreInput = { judge, scorers, pass_threshold: passThreshold };
    await services.client.runs.rescore(runId, request, { signal });
    const [isQuiet, maxRows] = [quiet === true, toMaxRows(options)];
    return followRun({ context, services, reports, isQuiet, maxRows }, runId);
  },
};

function toScorers(text: string): ScorerName[] {
  return text.split(',').map((name) => {
    const { success, data } = ScorerName.safeParse(name.trim());
    if (success) return data;
    const all = ScorerName.options.join(', ');
    throw new InvalidArgumentError(`'${name.trim()}' is not a scorer. The scorers are ${all}.`);
  });
}
