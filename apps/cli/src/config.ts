import { env } from 'node:process';
import type { Environment } from './command/command.ts';

/** The only file that reads environment variables. */
export function readEnvironment(): Environment {
  const { NO_COLOR, TERM, CI } = env;
  return {
    server: nonEmpty(env['ASSAY_SERVER']),
    agent: nonEmpty(env['ASSAY_AGENT']),
    apiKey: nonEmpty(env['ASSAY_API_KEY']),
    isPlain: nonEmpty(NO_COLOR) !== undefined || TERM === 'dumb',
    isCi: nonEmpty(CI) !== undefined && CI !== 'false',
    secret: (name) => nonEmpty(env[name]),
  };
}

/** An empty variable counts as not set. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
