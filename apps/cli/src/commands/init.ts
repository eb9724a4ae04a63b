import type { Command } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { addNoColorOption } from '../settings/common-options.ts';
import { writeOrFail } from '../settings/files.ts';

const CONFIG = `# Options of \`fairtrial run\` come first, then this file, then the batches.
server: http://127.0.0.1:8080
# A key is named, never written: set FAIRTRIAL_API_KEY, or name another variable that begins with FAIRTRIAL_.
# It is sent only to the server above or to one that --server or FAIRTRIAL_SERVER names, not to another one that this file names.
# api_key: env:FAIRTRIAL_TEAM_KEY
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

/** The simulated models know this conversation, and the checks hold for any good answer. */
const BATCH = {
  test_name: 'first-batch',
  test_batch: {
    description: 'An example to replace: a customer has lost a card.',
    interactions: [
      {
        user_message: 'I think I left my debit card on the tram. What do I do?',
        reference_reply:
          "Let's block it straight away so nobody can use it. I see one debit card on your profile, ending 4471. Shall I block that card now?",
        interaction_type: 'opening',
        checks: [{ regex: 'block|freeze|lock|cancel' }],
      },
      {
        user_message:
          "Yes, block it. There's a payment of 38.90 at a petrol station I don't recognise, from 20 minutes ago.",
        reference_reply:
          'The card ending 4471 is blocked as of now. I also see the 38.90 payment. It is still pending, so I have opened a dispute for it. You will not be charged while we look into it, and we answer within ten working days.',
        interaction_type: 'development',
        checks: [{ regex: 'payment|transaction|charge' }],
      },
    ],
  },
};

const FILES: readonly (readonly [string, string])[] = [
  ['fairtrial.config.yaml', CONFIG],
  ['batches/first-batch.json', `${JSON.stringify(BATCH, null, 2)}\n`],
];

/** `fairtrial init`: writes a configuration file and a first batch. It never overwrites a file. */
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
          throw new CliError(EXIT.usage, `${name} already exists and is not overwritten`, {
            cause,
          });
        });
      });
      terminal.note(`Wrote ${name}`);
    }
    terminal.note(`Next: \`${callFairtrial('doctor')}\`, then \`${callFairtrial('run')}\`.`);
    return EXIT.pass;
  },
};
