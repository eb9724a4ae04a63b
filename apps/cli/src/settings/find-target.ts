import type { Body } from '@fairtrial/client';
import { Target, TargetName } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';
import type { ConfigFile } from './config-file.ts';
import { describeIssues, parseYaml } from './parse-yaml.ts';
import { readTextFile } from './files.ts';

/** A target, or the name of one. */
export type TargetInput = NonNullable<Body<'POST /evaluate'>['target']>;

interface Sources {
  readonly config: Pick<ConfigFile, 'target' | 'targets'>;
  readonly cwd: string;
}

const FILE = /\.(ya?ml|json)$/i;

/**
 * Finds the target that `--target` names: one of the configuration file, a file, or a stored one, in this order.
 * Without the option it is the target of the configuration file. Only the option can name a file, since the
 * configuration file can come from an untrusted checkout.
 */
export async function findTarget(
  { config, cwd }: Sources,
  named: unknown,
): Promise<TargetInput | undefined> {
  if (typeof named !== 'string') return config.target;
  if (FILE.test(named)) return readTargetFile(cwd, named);
  if (TargetName.safeParse(named).success) return named;
  const names = Object.keys(config.targets ?? {});
  const known = names.length === 0 ? '' : ` (${names.join(', ')})`;
  throw new CliError(
    EXIT.usage,
    `--target ${named} is not a target: name one of fairtrial.config.yaml${known}, a file that ends in .yaml, .yml or .json, or a stored target`,
  );
}

/** Reads a target from a file of YAML or JSON. Its text is used as it is: variables of the environment are not read. */
export async function readTargetFile(cwd: string, file: string): Promise<Target> {
  const text = await readTextFile(cwd, file);
  const parsed = Target.safeParse(parseYaml(file, text) ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new CliError(EXIT.usage, describeIssues({ file, text }, parsed.error));
}

/** Replaces a name of the configuration file by its target, and the pointer to the reply by that of `--reply`. */
export function completeTarget(
  { targets = {} }: Pick<ConfigFile, 'targets'>,
  target: TargetInput | undefined,
  reply: unknown,
): TargetInput | undefined {
  const found =
    typeof target === 'string' && Object.hasOwn(targets, target) ? targets[target] : target;
  if (typeof reply !== 'string') return found;
  if (typeof found !== 'string') return { ...found, reply };
  throw new CliError(
    EXIT.usage,
    `--reply cannot change the stored target ${found}: pass a file with --target, or leave out --reply`,
  );
}
