/** The exit codes of `fairtrial`. */
export const EXIT = {
  pass: 0,
  /** A gate failed, or a scenario regressed. */
  fail: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** The endpoint under test is unreachable, too many requests failed, or the judge or the simulated user failed. */
  target: 3,
  /** The evaluation service is unreachable or failed, or the run did not finish. */
  service: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code and a message that says what to do. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
