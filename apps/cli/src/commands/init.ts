import type { Command } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callAssay } from '../config.ts';
import { addNoColorOption } from '../settings/common-options.ts';
import { writeOrFail } from '../settings/write-output.ts';

const CONFIG = `# Options of \`assay run\` come first, then this file, then the batches.
server: http://127.0.0.1:8080
# A key is named, never written: set ASSAY_API_KEY, or name another variable that begins with ASSAY_.
# It is sent only to the server above or to one that --server or ASSAY_SERVER names, not to another one that this file names.
# api_key: env:ASSAY_TEAM_KEY
files:
  - batches/*.json
endpoint: http://127.0.0.1:8000/
model: sim/v1
attempts: 5
# Compared with the newest run of the same name that passed: the model must not be worse.
# Without JUDGE_MODEL and without checks, only a gross loss counts.
baseline: latest
gates:
  - answered >= 99%
`;

const BATCH = {
  test_name: 'first-batch',
  test_batch: {
    description: 'A customer asks for the opening hours.',
    interactions: [
      {
        user_message: 'Hello, when are you open on Saturdays?',
        reference_reply: 'We are open from 9:00 to 14:00 on Saturdays.',
        interaction_type: 'opening',
        reference_metadata: { intent: 'opening_hours' },
      },
      {
        user_message: 'Thanks!',
        reference_reply: "You're welcome. See you on Saturday!",
        interaction_type: 'closure',
        reference_metadata: { intent: 'close' },
      },
    ],
  },
};

const FILES: readonly (readonly [string, string])[] = [
  ['assay.config.yaml', CONFIG],
  ['batches/first-batch.json', `${JSON.stringify(BATCH, null, 2)}\n`],
];

/** `assay init`: writes a configuration file and a first batch. It never overwrites a file. */
export const initCommand: CommandModule = {
  define(command: Command) {
    addNoColorOption(command);
  },

  async run({ context: { cwd, terminal } }: Invocation): Promise<ExitCode> {
    for (const [name, text] of FILES) {
      const file = join(cwd, name);
      await writeOrFail(name, async () => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
          if (cause.code !== 'EEXIST') throw cause;
          throw new CliError(EXIT.usage, `${name} exists already and is not overwritten`, {
            cause,
          });
        });
      });
      terminal.note(`Wrote ${name}`);
    }
    terminal.note(`Next: \`${callAssay('doctor')}\`, then \`${callAssay('run')}\`.`);
    return EXIT.pass;
  },
};
