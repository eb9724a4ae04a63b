import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import type { z } from 'zod';

export interface ConfigFault {
  readonly variable: string;
  readonly problem: string;
}

/** Thrown if the environment is invalid. Lists all faults at once, in words an operator can act on. */
export class ConfigError extends Error {
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, problem }) => `  ${variable}: ${problem}`);
    super(`Cannot start: the environment is not valid.\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export type Env = Readonly<Record<string, string | undefined>>;
export type Fields = Readonly<Record<string, z.ZodType>>;
export type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

/**
 * Checks rules that span several variables. A variable that could not be read is `undefined` and already has a fault.
 */
export type ConfigCheck<F extends Fields> = (values: Partial<Values<F>>) => readonly ConfigFault[];

interface ReadOptions<F extends Fields> {
  /** Names of the variables of fields whose names differ from them. */
  readonly names?: Readonly<Record<string, string>>;
  readonly check?: ConfigCheck<F>;
}

const SECRET = /KEY|SECRET|TOKEN|CREDENTIAL|PASSWORD|DATABASE_(LISTEN_)?URL|^ENDPOINTS$/;

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

/** A URL may contain a password. */
function withoutUser(text: string): string {
  return text.replaceAll(/\/\/[^/\s]*@/g, '//…@');
}

/** Returns the field's message; for a choice without a message, lists the choices. */
function toSentence(issue: z.core.$ZodIssue): string {
  const isPlainChoice = issue.code === 'invalid_value' && issue.message.startsWith('Invalid');
  return isPlainChoice ? `must be one of ${issue.values.join(', ')}` : issue.message;
}

function describe(variable: string, error: z.ZodError, text: string | undefined): string {
  const wrong = error.issues.map(toSentence).join('; ');
  const shown = SECRET.test(variable) ? '' : `; got ${JSON.stringify(withoutUser(text ?? ''))}`;
  return wrong + shown;
}

/** Loads `.env` from the working folder if it exists; variables that are already set win. */
export function readDotEnv(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}

/** True if an npm script started this process. */
export function isStartedByNpm(env: Env): boolean {
  return env['npm_lifecycle_event'] !== undefined;
}
