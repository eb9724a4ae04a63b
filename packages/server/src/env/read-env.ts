import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import type { z } from 'zod';

export interface ConfigFault {
  readonly variable: string;
  readonly problem: string;
}

/** The environment is wrong: every fault at once, in words a person can act on. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, problem }) => `  ${variable}: ${problem}`);
    super(`Cannot start: the environment needs a change.\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export type Env = Readonly<Record<string, string | undefined>>;
export type Fields = Readonly<Record<string, z.ZodType>>;
export type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

/** Rules that look at several variables. A variable that could not be read is `undefined`, and has a fault already. */
export type ConfigCheck<F extends Fields> = (values: Partial<Values<F>>) => readonly ConfigFault[];

interface ReadOptions<F extends Fields> {
  /** Fields whose variable is called otherwise. */
  readonly names?: Readonly<Record<string, string>>;
  readonly check?: ConfigCheck<F>;
}

const SECRET = /KEY|SECRET|TOKEN|CREDENTIAL|PASSWORD|DATABASE_(LISTEN_)?URL/;

/** Reads the named variables; an empty one counts as absent. Throws with all faults at once. */
export function readEnv<F extends Fields>(
  env: Env,
  fields: F,
  { names = {}, check }: ReadOptions<F> = {},
): Values<F> {
  const values: Record<string, unknown> = {};
  const faults: ConfigFault[] = [];
  for (const [field, schema] of Object.entries(fields)) {
    const variable = names[field] ?? field;
    const text = env[variable]?.trim() || undefined;
    const result = schema.safeParse(text);
    if (result.success) values[field] = result.data;
    else faults.push({ variable, problem: describe(variable, result.error, text) });
  }
  const unread = new Set(faults.map(({ variable }) => variable));
  const more = check?.(values as Partial<Values<F>>) ?? [];
  faults.push(...more.filter(({ variable }) => !unread.has(variable)));
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(values) as Values<F>;
}

/** An address may carry a password. */
function withoutUser(text: string): string {
  return text.replaceAll(/\/\/[^/\s]*@/g, '//…@');
}

/** The words of a field, and for a choice without words what can be chosen. */
function toSentence(issue: z.core.$ZodIssue): string {
  const isPlainChoice = issue.code === 'invalid_value' && issue.message.startsWith('Invalid');
  return isPlainChoice ? `must be one of ${issue.values.join(', ')}` : issue.message;
}

function describe(variable: string, error: z.ZodError, text: string | undefined): string {
  const wrong = error.issues.map(toSentence).join('; ');
  const shown = SECRET.test(variable) ? '' : `; got ${JSON.stringify(withoutUser(text ?? ''))}`;
  return wrong + shown;
}

/** Reads `.env` of the working folder, where there is one; the real environment wins. */
export function readDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}

/** Whether the process is a script of package.json. */
export function isStartedByNpm(env: Env): boolean {
  return env['npm_lifecycle_event'] !== undefined;
}
