import { JsonPointer, Protocol } from '@fairtrial/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Options of every command that calls a service. */
export function addServerOptions(command: Command): void {
  command
    .option('--server <url>', 'the evaluation service (or FAIRTRIAL_SERVER; http://127.0.0.1:8080)')
    .option('--config <file>', 'the configuration file (fairtrial.config.yaml)');
  addNoColorOption(command);
}

export function addAgentOption(command: Command): void {
  command.option('--agent <url>', 'the agent backend (or FAIRTRIAL_AGENT; http://127.0.0.1:8000)');
}

export function addNoColorOption(command: Command): void {
  command.option('--no-color', 'print no colours (or set NO_COLOR)');
}

/** Adds `--json`; `writeJson` in write-output.ts writes the output. */
export function addJsonOption(command: Command): void {
  command.option('--json [file]', 'print JSON to stdout, or write it to a file that ends in .json');
}

/** Parses a positive integer. */
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

export function addRowOptions(command: Command): void {
  command
    .option('--worst <n>', `how many scenarios to show, worst first (${DEFAULT_ROWS})`, toCount)
    .option('--all', 'show every scenario');
}

/** Maximum number of scenarios in a table. */
export function toMaxRows({ worst, all }: Readonly<Record<string, unknown>>): number {
  if (all === true) return Infinity;
  return typeof worst === 'number' ? worst : DEFAULT_ROWS;
}

/** The start of a run id. */
export const ID_PREFIX = /^[\da-f][\da-f-]{3,34}$/i;

/** Options for calling the endpoint under test. */
export function addEndpointOptions(command: Command): void {
  command
    .option('--endpoint <url>', 'the endpoint under test')
    .option('--model <id>', 'the model at that endpoint')
    .addOption(
      new Option(
        '--protocol <name>',
        'the protocol of the endpoint (default: detected from its path)',
      ).choices(['auto', ...Protocol.options]),
    )
    .option(
      '--target <name>',
      'how to call an API of another shape: a target of the configuration file, a file (.yaml, .yml or .json), or a stored target',
    )
    .option(
      '--reply <pointer>',
      'where the text of the reply is in an answer of unknown shape, such as /data/answer; replaces that of the target',
      toPointer,
    );
}

function toPointer(text: string): string {
  if (JsonPointer.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be a JSON Pointer, such as /data/answer.');
}
