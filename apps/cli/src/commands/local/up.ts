import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../../command/command.ts';
import type { ExitCode } from '../../command/exit-code.ts';
import { runInCheckout } from '../../command/run-in-checkout.ts';

/** `fairtrial up`: runs `npm start` of the checkout until Ctrl-C. */
export const upCommand: CommandModule = {
  define(command: Command) {
    command.option('--simulated', 'use simulated models, which need no key');
  },

  run({ options, context }: Invocation): Promise<ExitCode> {
    const flags = options['simulated'] === true ? ['--simulated'] : [];
    return runInCheckout(['scripts/start.ts', ...flags], context);
  },
};
