import type { z } from 'zod';
import { ConfigError, type ConfigFault } from './config-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, z.ZodType>>;
type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

/** Rules that look at several variables; they see what could be read so far. */
type Check<F extends Fields> = (values: Partial<Values<F>>) => readonly ConfigFault[];

const SECRET = /KEY|SECRET|TOKEN|CREDENTIAL|PASSWORD|DATABASE_URL/;

/** Reads the named variables; an empty one counts as absent. Throws with all faults at once. */
export function readEnv<F extends Fields>(env: Env, fields: F, check?: Check<F>): Values<F> {
  const values: Record<string, unknown> = {};
  const faults: ConfigFault[] = [];
  for (const [variable, schema] of Object.entries(fields)) {
    const text = env[variable]?.trim() || undefined;
    const result = schema.safeParse(text);
    if (result.success) values[variable] = result.data;
    else faults.push({ variable, problem: describe(variable, result.error, text) });
  }
  faults.push(...(check?.(values as Partial<Values<F>>) ?? []));
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(values) as Values<F>;
}

function describe(variable: string, error: z.ZodError, text: string | undefined): string {
  const wrong = error.issues.map((issue) => issue.message).join('; ');
  const shown = SECRET.test(variable) ? '' : `; got ${JSON.stringify(text ?? '')}`;
  return wrong + shown;
}
