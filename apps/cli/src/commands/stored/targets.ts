import { TargetName, type StoredTarget, type Target } from '@fairtrial/contracts';
import { formatShortAgo } from '@fairtrial/format';
import { Argument, type Command } from 'commander';
import type { CommandModule, Invocation } from '../../command/command.ts';
import { CliError, EXIT, type ExitCode } from '../../command/exit-code.ts';
import { callFairtrial } from '../../command/program-name.ts';
import { addJsonOption, addServerOptions } from '../../settings/common-options.ts';
import { readTargetFile } from '../../settings/find-target.ts';
import { openServices } from '../../settings/open-services.ts';
import { writeJson } from '../../settings/files.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { Terminal } from '../../terminal/open-terminal.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';

/** `fairtrial targets`: lists, stores and deletes the targets of the service, which requests and `--target` can name. */
export const targetsCommand: CommandModule = {
  define(command: Command) {
    command
      .addArgument(new Argument('<action>', 'what to do').choices(['list', 'save', 'delete']))
      .argument('[name]', 'the name of the target, to save or delete it')
      .argument('[file]', 'the target to save, in YAML or JSON');
    addJsonOption(command);
    addServerOptions(command);
  },

  async run({ args: [action, name, file], options, context }: Invocation): Promise<ExitCode> {
    const { client } = await openServices(context, options);
    const { signal, terminal, cwd } = context;
    if (action === 'list') {
      const stored = await client.request('GET /targets', { signal });
      if (await writeJson(context, options['json'], stored)) return EXIT.pass;
      printTargets(stored.targets, terminal);
    } else if (action === 'delete') {
      const known = checkName(name);
      await client.request('DELETE /targets/:name', { name: known, signal });
      terminal.note(`Deleted the target ${known}.`);
    } else {
      const known = checkName(name);
      if (file === undefined) {
        throw new CliError(
          EXIT.usage,
          `no target: \`${callFairtrial(`targets save ${known} FILE`)}\``,
        );
      }
      await client.request('PUT /targets/:name', {
        name: known,
        body: await readTargetFile(cwd, file),
        signal,
      });
      terminal.note(`Stored the target ${known}: use it with --target ${known}.`);
    }
    return EXIT.pass;
  },
};

function checkName(name: string | undefined): string {
  if (name === undefined) throw new CliError(EXIT.usage, 'no name: give the name of the target');
  const { error } = TargetName.safeParse(name);
  if (error === undefined) return name;
  throw new CliError(EXIT.usage, `the name '${name}' ${error.issues[0]?.message}`);
}

function printTargets(targets: readonly StoredTarget[], terminal: Terminal): void {
  if (targets.length === 0) {
    terminal.note(`No targets yet. \`${callFairtrial('targets save NAME FILE')}\` stores one.`);
    return;
  }
  const now = Date.now();
  const rows = targets.map(({ name, target, updated_at: updated }) => [
    { text: sanitizeLine(name) },
    { text: formatShortAgo(updated, now), style: terminal.colors.dim },
    { text: sanitizeLine(describeTarget(target)) },
  ]);
  const columns = [{ title: 'Target' }, { title: 'Stored' }, { title: 'How', isFlexible: true }];
  const { columns: width, colors } = terminal;
  terminal.print(formatTable({ columns, rows, width, titleStyle: colors.dim }));
}

/** In short: POST /chat, reply at /answer, with a session. */
function describeTarget({ method, path, reply, stream, session }: Target): string {
  const parts = [
    ...((method ?? path) ? [`${method ?? 'POST'} ${path ?? ''}`.trim()] : []),
    ...(reply === undefined ? [] : [`reply at ${reply}`]),
    ...(stream === undefined ? [] : [`stream ${stream}`]),
    ...(session === undefined ? [] : ['with a session']),
  ];
  return parts.join(', ');
}
