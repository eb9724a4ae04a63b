import type { Body } from '@fairtrial/client';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describeRefusal } from '../batch/describe-refusal.ts';
import { findFiles, findFilesInside } from '../batch/find-files.ts';
import { mergeBatches } from '../batch/merge-batches.ts';
import { readBatchFiles, type BatchFile } from '../batch/read-batch-file.ts';
import type { CommandContext, CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { followRun } from '../runs/follow-run.ts';
import { printPlan } from '../runs/print-plan.ts';
import { resolveBaseline } from '../runs/resolve-run.ts';
import { toMaxRows } from '../settings/common-options.ts';
import { readTextFile } from '../settings/files.ts';
import { completeTarget, findTarget } from '../settings/find-target.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { findReportTargets } from '../settings/report-targets.ts';
import { addRunOptions } from '../settings/run-options.ts';
import { mergeDataset, mergeRunSettings, type RunSettings } from '../settings/run-settings.ts';

/** `fairtrial run`: plays batches against an endpoint, scores the replies and evaluates the gates. */
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
    const named = await findTarget({ config, cwd: context.cwd }, options['target']);
    const given = { ...options, baseline, systemPrompt, target: named };
    const settings = mergeRunSettings(config, given);
    const reports = await findReportTargets({ ...services, cwd: context.cwd }, options);
    const stored = mergeDataset(config, options, args.length > 0);
    const inputs = { context, services, settings, stored };
    const { request: merged, files } = await readRequest(inputs, args);
    const target = completeTarget(config, merged.target ?? undefined, options['reply']);
    const request = { ...merged, target };
    if (settings.isDryRun) {
      const plan = await client
        .request('POST /plan', { body: request, signal: context.signal })
        .catch((error: unknown) => {
          throw describeRefusal(error, files, 'the service would refuse this run');
        });
      printPlan(plan, request, context.terminal);
      return EXIT.pass;
    }
    // Not aborted by Ctrl-C: only the response contains the run id to print.
    const { run_id: runId } = await client.start(request).catch((error: unknown) => {
      throw describeRefusal(error, files);
    });
    const { isQuiet } = settings;
    if (!isQuiet) context.terminal.note(`Run ${runId}`);
    return followRun({ context, services, reports, isQuiet, maxRows: toMaxRows(options) }, runId);
  },
};

/** The value of `--system-prompt`: a text, or `@` and the path of a file with the text. */
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
  /** Empty if files are played. */
  readonly stored: ReturnType<typeof mergeDataset>;
}

async function readRequest(
  { context, services, settings, stored }: RunInputs,
  args: readonly string[],
): Promise<{ readonly request: Body<'POST /evaluate'>; readonly files: readonly BatchFile[] }> {
  const isStored = stored.dataset !== undefined;
  const files = isStored ? [] : await readFiles({ context, services }, args);
  const branch = context.environment.branch ?? (await findBranch(context.cwd));
  const overrides = { ...(branch !== undefined && { branch }), ...settings.request, ...stored };
  return { request: mergeBatches(files, overrides), files };
}

async function readFiles(
  { context, services }: Pick<RunInputs, 'context' | 'services'>,
  args: readonly string[],
): Promise<readonly BatchFile[]> {
  const { files: configured = [] } = services.config;
  if (args.length === 0 && configured.length === 0) {
    const advice = `name one (\`${callFairtrial('run samples/*.json')}\`), or set files: in fairtrial.config.yaml`;
    throw new CliError(EXIT.usage, `no batch to play: ${advice}`);
  }
  const paths =
    args.length > 0
      ? await findFiles(context.cwd, args)
      : await findFilesInside(services.folder, configured);
  return readBatchFiles(context.cwd, paths);
}

/** Longer names are not sent, because the service rejects them. */
const MAX_LENGTH = 255;

/** The branch checked out in `cwd`; `undefined` outside a checkout and for a detached HEAD. */
export async function findBranch(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = await readHead(folder);
    if (head !== undefined) return branchIn(head);
    if (folder === dirname(folder)) return undefined;
  }
}

/**
 * The content of HEAD if `folder` is the root of a checkout. In a worktree, `.git` is a file with the path of the Git
 * directory.
 */
async function readHead(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git');
  const direct = await readText(join(git, 'HEAD'));
  if (direct !== undefined) return direct;
  const [, linked] = /^gitdir: (.+)$/m.exec((await readText(git)) ?? '') ?? [];
  return linked === undefined ? undefined : readText(join(resolve(folder, linked), 'HEAD'));
}

function branchIn(head: string): string | undefined {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  return branch === undefined || branch.length > MAX_LENGTH ? undefined : branch;
}

/** `undefined` if the file cannot be read: the branch is optional information. */
async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
