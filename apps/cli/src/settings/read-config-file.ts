import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { CliError } from '../command/cli-error.ts';
import { EXIT } from '../command/exit-code.ts';
import { describeIssues } from './describe-issues.ts';
import { ConfigFile } from './config-file.ts';

const CONFIG_NAMES = ['assay.config.yaml', 'assay.config.yml', 'assay.config.json'];

export interface FoundConfig {
  readonly file: string;
  readonly values: ConfigFile;
}

/** The configuration file that is named, or the one that lies here; undefined where there is none. */
export async function readConfigFile(
  cwd: string,
  named: string | undefined,
): Promise<FoundConfig | undefined> {
  const candidates =
    named === undefined ? CONFIG_NAMES.map((name) => join(cwd, name)) : [resolve(cwd, named)];
  for (const file of candidates) {
    const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' && named === undefined) return undefined;
      const why = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
      throw new CliError(EXIT.usage, `${named ?? file}: ${why}`, { cause });
    });
    if (text !== undefined) return { file, values: parseConfig(text, named ?? file) };
  }
  return undefined;
}

function parseConfig(text: string, file: string): ConfigFile {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) throw new CliError(EXIT.usage, `${file}: ${error.message}`);
  const parsed = ConfigFile.safeParse(document.toJS() ?? {});
  if (parsed.success) return parsed.data;
  throw new CliError(EXIT.usage, describeIssues(file, parsed.error.issues));
}
