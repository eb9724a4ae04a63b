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
