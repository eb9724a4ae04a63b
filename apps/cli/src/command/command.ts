import type { Command } from 'commander';
import type { Terminal } from '../terminal/open-terminal.ts';
import type { ExitCode } from './exit-code.ts';

/** The environment variables that commands use; read in config.ts. */
export interface Environment {
  readonly server: string | undefined;
  readonly agent: string | undefined;
  readonly apiKey: string | undefined;
  /** No colours: NO_COLOR is set (https://no-color.org), or the terminal has none. */
  readonly isPlain: boolean;
  /** A build server: progress is printed as lines instead of a bar. */
  readonly isCi: boolean;
  /** The branch that the CI system reports. */
  readonly branch: string | undefined;
  /** Returns the value of a variable that the configuration file names as `env:FAIRTRIAL_…`. */
  readonly secret: (name: string) => string | undefined;
}

/** Passed to every command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly cwd: string;
  /** The version of `fairtrial`. */
  readonly version: string;
}

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly context: CommandContext;
  /** The program with every command loaded, for `fairtrial completion`. */
  readonly wholeProgram: () => Promise<Command>;
}

/** One command: `define` declares its arguments and options, `run` executes it. */
export interface CommandModule {
  readonly define: (command: Command) => void;
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** An entry of the registry. The module is loaded only if its command is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}
