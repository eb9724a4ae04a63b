import { env } from 'node:process';
import type { Environment } from './command/command.ts';

/**
 * Variables of GitHub, GitLab, Buildkite, CircleCI and Jenkins. The branch of a pull request has priority over the ref
 * being built.
 */
const BRANCH_VARIABLES = [
  'GITHUB_HEAD_REF',
  'GITHUB_REF_NAME',
  'CI_MERGE_REQUEST_SOURCE_BRANCH_NAME',
  'CI_COMMIT_REF_NAME',
  'BUILDKITE_BRANCH',
  'CIRCLE_BRANCH',
  'BRANCH_NAME',
];

/** The only reader of environment variables, except for the variable with which npm names its script. */
export function readEnvironment(): Environment {
  const { NO_COLOR, TERM, CI } = env;
  return {
    server: nonEmpty(env['FAIRTRIAL_SERVER']),
    agent: nonEmpty(env['FAIRTRIAL_AGENT']),
    apiKey: nonEmpty(env['FAIRTRIAL_API_KEY']),
    isPlain: nonEmpty(NO_COLOR) !== undefined || TERM === 'dumb',
    isCi: nonEmpty(CI) !== undefined && CI !== 'false',
    branch: BRANCH_VARIABLES.map((name) => nonEmpty(env[name])).find((name) => name !== undefined),
    secret: (name) => nonEmpty(env[name]),
  };
}

/** An empty variable counts as not set. */
function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
