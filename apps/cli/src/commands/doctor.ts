import type { Command } from 'commander';
import { versions } from 'node:process';
import type { CommandContext, CommandModule, Invocation } from '../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { diagnoseEndpoint } from '../doctor/diagnose-endpoint.ts';
import { diagnoseAgent, diagnoseEvals } from '../doctor/diagnose-services.ts';
import { hint, ok, problem, type Diagnosis } from '../doctor/diagnosis.ts';
import {
  addAgentOption,
  addEndpointOptions,
  addServerOptions,
} from '../settings/common-options.ts';
import { findTarget, type TargetInput } from '../settings/find-target.ts';
import { openServices, type Services } from '../settings/open-services.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

/** `fairtrial doctor`: checks the configuration and the services, calls the endpoint once, and prints the problems. */
export const doctorCommand: CommandModule = {
  define(command: Command) {
    addEndpointOptions(command);
    addAgentOption(command);
    addServerOptions(command);
  },

  async run({ options, context }: Invocation): Promise<ExitCode> {
    let exitCode: ExitCode = EXIT.pass;
    for await (const diagnosis of diagnose(context, options)) {
      context.terminal.print(formatDiagnosis(diagnosis, context.terminal));
      if (diagnosis.state === 'problem' && exitCode === EXIT.pass) ({ exitCode } = diagnosis);
    }
    return exitCode;
  },
};

async function* diagnose(
  context: CommandContext,
  options: Invocation['options'],
): AsyncGenerator<Diagnosis> {
  yield ok(`Node ${versions.node}`);
  let services: Services;
  let target: TargetInput | undefined;
  try {
    services = await openServices(context, options, { asksAgent: true });
    target = await findTarget({ ...services, cwd: context.cwd }, options['target']);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    for (const line of error.message.split('\n')) yield problem(error.exitCode, line);
    return;
  }
  const { configFile } = services;
  yield configFile === undefined
    ? hint(`no fairtrial.config.yaml here: \`${callFairtrial('init')}\` writes one`)
    : ok(`${configFile} is valid`);
  let isUsable = true;
  for await (const diagnosis of diagnoseEvals(services, context)) {
    isUsable &&= diagnosis.state !== 'problem';
    yield diagnosis;
  }
  yield await diagnoseAgent(services, context.signal);
  if (!isUsable) {
    yield hint('the endpoint was not tested: the test needs the evaluation service');
    return;
  }
  const { signal, terminal } = context;
  yield* diagnoseEndpoint(services, options, { signal, columns: terminal.columns, target });
}

const SIGNS = { ok: '✓', hint: '·', problem: '✗' } as const;

function formatDiagnosis({ state, text }: Diagnosis, { colors, columns }: Terminal): string {
  if (state === 'shown') return text;
  const line = wrapText(`${SIGNS[state]} ${sanitizeLine(text)}`, { width: columns, indent: '  ' });
  if (state === 'problem') return colors.red(line);
  return state === 'ok' ? colors.green(SIGNS.ok) + line.slice(1) : colors.dim(line);
}
