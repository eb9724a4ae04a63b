import type { Command } from 'commander';
import type { CommandModule, Invocation } from '../command/command.ts';
import type { ExitCode } from '../command/exit-code.ts';
import { runInCheckout } from '../command/run-in-checkout.ts';

/** `fairtrial demo`: runs `npm run demo` of the checkout. */
export const demoCommand: CommandModule = {
  define(command: Command) {
    command.option('--once', 'exit after the comparison is printed');
  },

  run({ options, context }: Invocation): Promise<ExitCode> {
    const flags = options['once'] === true ? ['--once'] : [];
    return runInCheckout(['scripts/demo.ts', ...flags], context);
  },
};

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
