import type { Command } from 'commander';
import type { Environment } from './environment.ts';
import type { ExitCode } from './exit-code.ts';
import type { Terminal } from '../terminal/open-terminal.ts';

/** What a command has to work with. */
export interface Context {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly cwd: string;
  /** Of this command. */
  readonly version: string;
}

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** The whole program with all its commands, for what describes it. */
  readonly wholeProgram: () => Promise<Command>;
}

/** One command: its arguments and options, and what it does. */
export interface CommandModule {
  readonly define: (command: Command) => void;
  readonly run: (invocation: Invocation) => Promise<ExitCode>;
}

/** A command by name; its module is loaded when somebody wants it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}
