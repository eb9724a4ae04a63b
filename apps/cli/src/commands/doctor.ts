import type { Command } from 'commander';
import { versions } from 'node:process';
import { CliError } from '../command/cli-error.ts';
import type { CommandModule, Context, Invocation } from '../command/command.ts';
import { checkAgent } from '../doctor/check-agent.ts';
import { checkEndpoint } from '../doctor/check-endpoint.ts';
import { checkEvals } from '../doctor/check-evals.ts';
import { fine, remark, wrong, type Finding } from '../doctor/finding.ts';
import { EXIT, type ExitCode } from '../command/exit-code.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import { addServerOptions } from '../settings/server-options.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { printable } from '../terminal/printable.ts';
import { wrapWords } from '../terminal/wrap-words.ts';

/** `assay doctor`: looks at everything that has to fit together, and says what does not. */
export const doctorCommand: CommandModule = {
  define(command: Command) {
    command
      .option('--endpoint <url>', 'the endpoint under test')
      .option('--agent <url>', 'the agent backend (or ASSAY_AGENT; http://127.0.0.1:8000)');
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    let exitCode: ExitCode = EXIT.pass;
    for await (const finding of examine(context, options)) {
      context.terminal.print(toLine(finding, context.terminal));
      if (finding.state === 'wrong' && exitCode === EXIT.pass) ({ exitCode } = finding);
    }
    return exitCode;
  },
};

async function* examine(context: Context, options: Invocation['options']): AsyncGenerator<Finding> {
  yield fine(`Node ${versions.node}`);
  let services: Services;
  try {
    services = await openServices(context, options);
  } catch (fault) {
    if (!(fault instanceof CliError)) throw fault;
    for (const line of fault.message.split('\n')) yield wrong(fault.exitCode, line);
    return;
  }
  const { configFile, config } = services;
  yield configFile === undefined
    ? remark('no assay.config.yaml here: `assay init` writes one')
    : fine(`${configFile} is in order`);
  yield* checkEvals(services, context);
  yield await checkAgent(services, context.signal);
  const said = options['endpoint'];
  const endpoint = typeof said === 'string' ? said : config.endpoint;
  yield await checkEndpoint(endpoint, context.signal);
}

const SIGNS = { fine: '✓', remark: '·', wrong: '✗' } as const;

function toLine({ state, text }: Finding, { colors, columns }: Terminal): string {
  const line = wrapWords(`${SIGNS[state]} ${printable(text)}`, { width: columns, indent: '  ' });
  if (state === 'wrong') return colors.red(line);
  return state === 'fine' ? colors.green(SIGNS.fine) + line.slice(1) : colors.dim(line);
}
