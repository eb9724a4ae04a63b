import { parseJson } from '@fairtrial/contracts';
import { lstat, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError, EXIT } from '../command/exit-code.ts';
import { resolveInside } from './files.ts';

/** Paths of the reports; `-` is stdout. */
export interface ReportTargets {
  readonly json: string | undefined;
  readonly junit: string | undefined;
  readonly md: string | undefined;
  /** A folder. */
  readonly html: string | undefined;
}

interface Configured {
  readonly config: Partial<ReportTargets>;
  /** The folder of the configuration file. */
  readonly folder: string;
  /** Base of relative paths in options; default `folder`. */
  readonly cwd?: string;
}

/**
 * Options override the configuration file. An option can name any path; a path from the configuration file must be
 * below its folder, since that file can come from an untrusted checkout.
 */
export async function findReportTargets(
  { config, folder, cwd = folder }: Configured,
  options: Partial<ReportTargets>,
): Promise<ReportTargets> {
  const find = async (kind: keyof ReportTargets): Promise<string | undefined> => {
    const configured = config[kind];
    if (options[kind] !== undefined || configured === undefined) return options[kind];
    if (kind === 'json' && configured === '-') return configured;
    const path = await resolveInside(folder, configured);
    if (path !== undefined && !(await isLink(path))) return path;
    const why = 'is outside the folder of the configuration file, or is a symbolic link';
    throw new CliError(EXIT.usage, `${kind}: ${configured} ${why}: pass --${kind} instead`);
  };
  const json = await find('json');
  if (json !== undefined && json !== '-') await refuseBatch(json, resolve(cwd, json));
  return {
    json,
    junit: await find('junit'),
    md: await find('md'),
    html: await find('html'),
  };
}

/** Throws if the file is a batch: in `run --json batch.json`, users may take it for the batch to run. */
async function refuseBatch(named: string, path: string): Promise<void> {
  const content = parseJson(await readFile(path, 'utf8').catch(() => ''));
  // A batch file can be a list of scenarios.
  const isBatch = [content]
    .flat()
    .some(
      (one) =>
        typeof one === 'object' && one !== null && ('test_batch' in one || 'interactions' in one),
    );
  if (!isBatch) return;
  const advice = 'name another file for the result, or write --json after the batches';
  throw new CliError(EXIT.usage, `--json would overwrite ${named}, which is a batch: ${advice}`);
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
