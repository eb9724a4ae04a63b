import { showAddress } from '@assay/contracts';
import type { EvaluationInput } from '@assay/client';
import type { Command } from 'commander';
import { relative } from 'node:path';
import { findFiles, findFilesInside } from '../batch/find-files.ts';
import { mergeBatches } from '../batch/merge-batches.ts';
import { readBatchFile } from '../batch/read-batch-file.ts';
import type { CommandContext, CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callAssay } from '../config.ts';
import { followRun } from '../runs/follow-run.ts';
import { resolveBaseline } from '../runs/resolve-run.ts';
import { findBranch } from '../settings/find-branch.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addRunOptions } from '../settings/run-options.ts';
import { readTextFile } from '../settings/read-text-file.ts';
import { mergeRunSettings, type RunSettings } from '../settings/run-settings.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText } from '../terminal/text-layout.ts';

/** `assay run`: plays batches against an endpoint, scores the replies and evaluates the gates. */
export const runCommand: CommandModule = {
  define(command: Command) {
    command.argument(
      '[files...]',
      'batches in JSON or YAML (default: files of the configuration file)',
    );
    addRunOptions(command);
  },

  async run({ args, options, context }: Invocation): Promise<ExitCode> {
    const services = await openServices(context, options);
    const { client, config } = services;
    const baseline = await resolveBaseline(client, options['baseline'], context.signal);
    const systemPrompt = await readPrompt(options['systemPrompt'], context.cwd);
    const settings = mergeRunSettings(config, { ...options, baseline, systemPrompt });
    const reports = await findReportTargets(services, options);
    const inputs = { context, services, settings };
    const request = await readRequest(inputs, args);
    if (settings.isDryRun) {
      printPlan(request, context.terminal);
      return EXIT.pass;
    }
    // Not aborted by Ctrl-C: without the answer there is no id to tell the user.
    const { run_id: runId } = await client.runs.start(request);
    const { isQuiet } = settings;
    if (!isQuiet) context.terminal.note(`Run ${runId}`);
    return followRun({ context, services, reports, isQuiet }, runId);
  },
};

/** The value of `--system-prompt`: a text, or `@` and the file that has it. */
async function readPrompt(given: unknown, cwd: string): Promise<string | undefined> {
  if (typeof given !== 'string') return undefined;
  if (!given.startsWith('@')) return given;
  const text = await readTextFile(cwd, given.slice(1));
  return text.trimEnd();
}

interface RunInputs {
  readonly context: CommandContext;
  readonly services: Services;
  readonly settings: RunSettings;
}

async function readRequest(
  { context, services, settings }: RunInputs,
  args: readonly string[],
): Promise<EvaluationInput> {
  const { files: configured = [] } = services.config;
  if (args.length === 0 && configured.length === 0) {
    const advice = `name one (\`${callAssay('run samples/*.json')}\`), or write files: into assay.config.yaml`;
    throw new CliError(EXIT.usage, `no batch to play: ${advice}`);
  }
  const files =
    args.length > 0
      ? await findFiles(context.cwd, args)
      : await findFilesInside(services.folder, configured);
  const batches = [];
  for (const file of files) batches.push(await readBatchFile(relative(context.cwd, file)));
  const branch = context.environment.branch ?? (await findBranch(context.cwd));
  return mergeBatches(batches, {
    ...(branch !== undefined && { branch }),
    ...settings.request,
  });
}

const NAME_WIDTH = 40;

/** `--dry-run`: how often the endpoint would be called. */
function printPlan(request: EvaluationInput, { colors, print }: Terminal): void {
  const scenarios = [request.test_batch].flat();
  const attempts = request.attempts ?? 1;
  const turns = scenarios.reduce((sum, { interactions }) => sum + interactions.length, 0);
  print(colors.dim(`${padText('Scenario', NAME_WIDTH)}  Calls`));
  for (const { name, id, interactions } of scenarios) {
    const calls = `${interactions.length} × ${attempts} = ${interactions.length * attempts}`;
    print(`${padText(sanitizeLine(name ?? id ?? 'without a name'), NAME_WIDTH)}  ${calls}`);
  }
  print(colors.bold(`${padText('All', NAME_WIDTH)}  ${turns} × ${attempts} = ${turns * attempts}`));
  print(
    `to ${sanitizeLine(showAddress(request.endpoint))} as ${sanitizeLine(request.model_id)}, ${request.concurrency ?? 8} at a time; retries and judges not counted`,
  );
}
