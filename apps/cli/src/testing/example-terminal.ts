import { openTerminal, type Terminal } from '../terminal/open-terminal.ts';

export interface ExampleTerminal extends Terminal {
  readonly output: { readonly stdout: string[]; readonly stderr: string[] };
}

/** A terminal that records its output, for tests. */
export function exampleTerminal({ isTTY = false, isCi = false } = {}): ExampleTerminal {
  const output = { stdout: [] as string[], stderr: [] as string[] };
  const streamTo = (lines: string[]) => ({
    isTTY,
    columns: 80,
    write: (text: string) => lines.push(text),
  });
  const streams = { stdout: streamTo(output.stdout), stderr: streamTo(output.stderr) };
  return { ...openTerminal(streams, { isPlain: true, isCi }), output };
}
