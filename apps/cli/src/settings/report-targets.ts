import { lstat } from 'node:fs/promises';
import { CliError, EXIT } from '../command/exit-code.ts';
import { resolveInside } from './resolve-inside.ts';

/** Where reports are written; `-` is stdout. */
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
}

/**
 * Options override the configuration file. What an option names is written wherever it is; what the file names has to
 * be below its folder, since the file may come with an untrusted checkout.
 */
export async function findReportTargets(
  { config, folder }: Configured,
  options: Partial<ReportTargets>,
): Promise<ReportTargets> {
  const find = async (kind: keyof ReportTargets): Promise<string | undefined> => {
    const configured = config[kind];
    if (options[kind] !== undefined || configured === undefined) return options[kind];
    if (kind === 'json' && configured === '-') return configured;
    const path = await resolveInside(folder, configured);
    if (path !== undefined && !(await isLink(path))) return path;
    const why = 'leads out of the folder of the configuration file or is a symbolic link';
    throw new CliError(EXIT.usage, `${kind}: ${configured} ${why}: pass --${kind} instead`);
  };
  return {
    json: await find('json'),
    junit: await find('junit'),
    md: await find('md'),
    html: await find('html'),
  };
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}
