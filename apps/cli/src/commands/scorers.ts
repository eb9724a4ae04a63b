import { OwnScorerName } from '@fairtrial/contracts';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { basename, extname } from 'node:path';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { loadScore, startScorer } from '../scorers/start-scorer.ts';
import { addNoColorOption } from '../settings/common-options.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly name?: string;
  readonly port: number;
  readonly secret?: string;
}

const KEY_BYTES = 32;

/** `fairtrial scorers serve`: serves a function that scores replies, so that runs can use it as a scorer. */
export const scorersCommand: CommandModule = {
  define(command: Command) {
    command
      .addArgument(new Argument('<action>', 'what to do').choices(['serve']))
      .argument('<file>', 'a JavaScript or TypeScript module that exports the function score(turn)')
      .option('--name <name>', 'the name of the scorer (default: the name of the file)')
      .option('--port <n>', 'the local port to listen on; 0: any free port', toPort, 8200)
      .option('--secret <secret>', 'the secret of an earlier start (default: a new one)', toSecret);
    addNoColorOption(command);
  },

  async run({ args: [, file = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal, cwd, signal } = context;
    const { name = toName(file), port, secret = newSecret() } = options as unknown as Options;
    const { error } = OwnScorerName.safeParse(name);
    if (error) {
      const why = error.issues[0]?.message ?? 'is not valid';
      throw new CliError(EXIT.usage, `the name '${name}' ${why}: choose one with --name`);
    }
    const score = await loadScore(cwd, file);
    const report = (problem: string): void => terminal.note(`! ${sanitizeLine(problem)}`);
    await using scorer = await startScorer({ score, secret, port, report }).catch(
      (cause: unknown) => {
        throw new CliError(EXIT.usage, `port ${port} cannot be used: choose another with --port`, {
          cause,
        });
      },
    );
    terminal.print(`SCORERS=${name}=${scorer.url};secret=${secret}`);
    terminal.note(`${name} answers calls at ${scorer.url}`);
    terminal.note(
      `Start the evaluation service with this variable, then use ${name} in "scorers". Press Ctrl-C to stop.`,
    );
    if (!signal.aborted) await once(signal, 'abort');
    return EXIT.pass;
  },
};

/** politeness.ts: politeness */
function toName(file: string): string {
  return basename(file, extname(file))
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-');
}

function newSecret(): string {
  return `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;
}

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError('It must be a port number.');
}

function toSecret(text: string): string {
  if (/^whsec_[A-Za-z\d+/]{32,88}={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be whsec_ and the base64 of 24 to 64 bytes.');
}
