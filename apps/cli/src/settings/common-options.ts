import { InvalidArgumentError, type Command } from 'commander';

/** Options of every command that calls a service. */
export function addServerOptions(command: Command): void {
  command
    .option('--server <url>', 'the evaluation service (or ASSAY_SERVER; http://127.0.0.1:8080)')
    .option('--config <file>', 'the configuration file (assay.config.yaml)');
  addNoColorOption(command);
}

export function addAgentOption(command: Command): void {
  command.option('--agent <url>', 'the agent backend (or ASSAY_AGENT; http://127.0.0.1:8000)');
}

export function addNoColorOption(command: Command): void {
  command.option('--no-color', 'no colours (or NO_COLOR)');
}

/** The result for programs; `writeJson` in write-output.ts writes it. */
export function addJsonOption(command: Command): void {
  command.option('--json [file]', 'as JSON, to stdout or into a file that ends in .json');
}

/** Parses a whole number from 1. */
export function toCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** Parses a number from 0 to 1. */
export function toFraction(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

const DEFAULT_ROWS = 20;

/** The options that say how many scenarios a table shows. */
export function addRowOptions(command: Command): void {
  command
    .option('--worst <n>', `how many scenarios to show, the worst first (${DEFAULT_ROWS})`, toCount)
    .option('--all', 'show every scenario');
}

/** How many scenarios a table shows at most. */
export function toMaxRows({ worst, all }: Readonly<Record<string, unknown>>): number {
  if (all === true) return Infinity;
  return typeof worst === 'number' ? worst : DEFAULT_ROWS;
}

/** The beginning of the id of a run. */
export const ID_PREFIX = /^[\da-f][\da-f-]{3,34}$/i;
