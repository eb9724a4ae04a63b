import { showAddress } from '@fairtrial/contracts';
import { InvalidArgumentError, type Command } from 'commander';
import { once } from 'node:events';
import { conversationsToBatch, type BatchJson, type ScenarioJson } from '@fairtrial/imports';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { createRecording, startRecordingProxy } from '../record/recording-proxy.ts';
import { createRedact, type Redact } from '@fairtrial/redaction';
import { addNoColorOption } from '../settings/common-options.ts';
import { saveFile } from '../settings/files.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

interface Options {
  readonly output: string;
  readonly port: number;
  readonly redact: readonly string[];
  readonly name: string;
}

/** `fairtrial record`: a proxy that records real conversations as a batch. */
export const recordCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<endpoint>', 'the endpoint to forward to: OpenAI-compatible, or the agent backend')
      .requiredOption('-o, --output <file>', 'the batch file to write')
      .option('--port <n>', 'the local port to listen on; 0: any free port', toPort, 8100)
      .option(
        '--redact <regex>',
        'a further pattern to redact, in RE2 syntax; can be repeated',
        toPatterns,
        [],
      )
      .option('--name <text>', 'the name of the batch', 'recorded');
    addNoColorOption(command);
  },

  async run({ args: [endpoint = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal, cwd, signal } = context;
    const { output, port, redact: patterns, name } = options as unknown as Options;
    if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
      throw new CliError(EXIT.usage, `${endpoint} is not an http or https address`);
    }
    const redact = createRedact(patterns);
    const recording = createRecording();
    let saving = Promise.resolve();
    const save = async (): Promise<void> => {
      const { scenarios, systemPrompt } = conversationsToBatch(recording.conversations);
      const batch: BatchJson = {
        test_name: name,
        ...(systemPrompt === undefined ? {} : { system_prompt: redact(systemPrompt) }),
        test_batch: scenarios.map((scenario) => redactScenario(scenario, redact)),
      };
      await saveFile(cwd, output, [`${JSON.stringify(batch, null, 2)}\n`]);
    };
    await using proxy = await startRecordingProxy({
      target: endpoint,
      port,
      onError: (error) => terminal.note(`! ${sanitizeLine(messageWithCause(error))}`),
      onExchange(asked, reply) {
        if (!recording.add(asked, reply)) return;
        // Writes are serialised: two at once would corrupt the file.
        saving = saving
          .then(save)
          .catch((error: unknown) => terminal.note(`! ${sanitizeLine(messageWithCause(error))}`));
      },
    });
    terminal.note(
      `Point your client at ${proxy.url}; requests are forwarded to ${sanitizeLine(showAddress(endpoint))}.`,
    );
    terminal.note(`Recording into ${sanitizeLine(output)}. Press Ctrl-C to stop.`);
    if (!signal.aborted) await once(signal, 'abort');
    await saving;
    const turns = recording.conversations.flatMap(({ interactions }) => interactions).length;
    terminal.note(
      `${recording.conversations.length} conversations, ${turns} interactions recorded`,
    );
    return EXIT.pass;
  },
};

function redactScenario(scenario: ScenarioJson, redact: Redact): ScenarioJson {
  return {
    ...scenario,
    interactions: scenario.interactions.map((one) => ({
      ...one,
      user_message: redact(one.user_message),
      ...(one.reference_reply === undefined
        ? {}
        : { reference_reply: redact(one.reference_reply) }),
    })),
  };
}

function messageWithCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError('It must be a port number.');
}

function toPatterns(text: string, before: readonly string[]): readonly string[] {
  try {
    createRedact([text]);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidArgumentError(`It must be a regular expression in RE2 syntax: ${why}`);
  }
  return [...before, text];
}
