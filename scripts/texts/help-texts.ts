import { describeProgram } from '../../apps/cli/src/command/describe-program.ts';
import { createWholeProgram } from '../../apps/cli/src/create-program.ts';

/** Every line of `fairtrial --help` and of the help of its commands; a line of several commands is printed once. */
export async function collectHelp(): Promise<readonly string[]> {
  const program = await createWholeProgram();
  const commands = describeProgram(program);
  const users = new Map<string, string[]>();
  for (const { name, args, options } of commands) {
    const lines = [
      ...args.map((argument) => `<${argument.name}>: ${argument.summary}`),
      ...options.map((option) => `${option.flags}: ${option.summary}`),
    ];
    for (const line of lines) users.set(line, [...(users.get(line) ?? []), name]);
  }
  const linesOf = (name: string): readonly string[] =>
    [...users].filter(([, names]) => names.length === 1 && names[0] === name).map(([line]) => line);
  const shared = [...users].filter(([, names]) => names.length > 1);
  return [
    `### fairtrial`,
    program.description(),
    ...commands.flatMap(({ name, usage, summary }) => [
      `### fairtrial ${name}`,
      `${usage}: ${summary}`,
      ...linesOf(name),
    ]),
    '### Options and arguments of several commands',
    ...shared.map(([line, names]) => `${line} (${names.join(', ')})`).toSorted(),
  ];
}
