import { InvalidArgumentError, type Command } from 'commander';
import { once } from 'node:events';
import type { BatchScript, ScenarioScript } from '../batch/batch-script.ts';
import { toBatch } from '../batch/to-batch.ts';
import { CliError } from '../command/cli-error.ts';
import type { CommandModule, Invocation } from '../command/command.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { createRecording } from '../record/create-recording.ts';
import { createRedact, type Redact } from '../record/redact.ts';
import { startRecorder } from '../record/start-recorder.ts';
import { saveFile } from '../settings/save-file.ts';
import { printable } from '../terminal/printable.ts';

interface Options {
  readonly output: string;
  readonly port: number;
  readonly redact: readonly string[];
  readonly name: string;
}

/** `assay record`: a proxy that turns real conversations into a batch. */
export const recordCommand: CommandModule = {
  define(command: Command) {
    command
      .argument('<endpoint>', 'the endpoint that answers: OpenAI-compatible, or the agent backend')
      .requiredOption('-o, --output <file>', 'the batch that is written')
      .option('--port <n>', 'where to listen on this machine; 0 for any', toPort, 8100)
      .option(
        '--redact <regex>',
        'what else is taken out, in the syntax of RE2; can be repeated',
        toPatterns,
        [],
      )
      .option('--name <text>', 'what the batch is called', 'recorded')
      .option('--no-color', 'no colours (or NO_COLOR)');
  },

  async run({ args: [endpoint = ''], options, context }: Invocation): Promise<ExitCode> {
    const { terminal, cwd, signal } = context;
    const { output, port, redact: own, name } = options as unknown as Options;
    if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
      throw new CliError(EXIT.usage, `${endpoint} is not an http or https address`);
    }
    const redact = createRedact(own);
    const recording = createRecording();
    let saving = Promise.resolve();
    const save = async (): Promise<void> => {
      const { scenarios, systemPrompt } = toBatch(recording.conversations);
      const batch: BatchScript = {
        test_name: name,
        ...(systemPrompt === undefined ? {} : { system_prompt: redact(systemPrompt) }),
        test_batch: scenarios.map((scenario) => withoutSecrets(scenario, redact)),
      };
      await saveFile(cwd, output, [`${JSON.stringify(batch, null, 2)}\n`]);
    };
    await using recorder = await startRecorder({
      target: endpoint,
      port,
      onFault: (fault) => terminal.note(`! ${printable(messageOf(fault))}`),
      onExchange(asked, reply) {
        if (!recording.add(asked, reply)) return;
        // One after the other: a file that two write is nobody's.
        saving = saving
          .then(save)
          .catch((fault: unknown) => terminal.note(`! ${printable(messageOf(fault))}`));
      },
    });
    terminal.note(
      `Point your client at ${recorder.url}; it is passed on to ${printable(endpoint)}.`,
    );
    terminal.note(`What is said goes into ${printable(output)}. Ctrl-C ends.`);
    if (!signal.aborted) await once(signal, 'abort');
    await saving;
    const turns = recording.conversations.flatMap(({ interactions }) => interactions).length;
    terminal.note(
      `${recording.conversations.length} conversations, ${turns} interactions recorded`,
    );
    return EXIT.pass;
  },
};

function withoutSecrets(scenario: ScenarioScript, redact: Redact): ScenarioScript {
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

function messageOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause instanceof Error ? `${fault.message}: ${fault.cause.message}` : fault.message;
}

function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new InvalidArgumentError('It must be a port.');
}

function toPatterns(text: string, before: readonly string[]): readonly string[] {
  try {
    createRedact([text]);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidArgumentError(`It must be a regular expression of RE2: ${why}`);
  }
  return [...before, text];
}
