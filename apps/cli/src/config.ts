import { env } from 'node:process';
import type { Environment } from './command/environment.ts';

/** The only place that looks at the environment. */
export function readEnvironment(): Environment {
  const { NO_COLOR, TERM, CI } = env;
  return {
    server: given(env['ASSAY_SERVER']),
    agent: given(env['ASSAY_AGENT']),
    apiKey: given(env['ASSAY_API_KEY']),
    isPlain: given(NO_COLOR) !== undefined || TERM === 'dumb',
    isCi: given(CI) !== undefined && CI !== 'false',
    secret: (name) => given(env[name]),
  };
}

/** An empty value counts as absent. */
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
