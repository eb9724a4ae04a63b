/** What a command says to the shell. */
export const EXIT = {
  pass: 0,
  /** A gate, or a regression. */
  fail: 1,
  /** Usage or configuration. */
  usage: 2,
  /** The model endpoint: unreachable, or too many errors. */
  target: 3,
  /** The evaluation service. */
  service: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
