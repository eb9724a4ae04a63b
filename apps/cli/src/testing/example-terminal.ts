import { openTerminal, type Terminal } from '../terminal/open-terminal.ts';

export interface ExampleTerminal extends Terminal {
  readonly said: { readonly stdout: string[]; readonly stderr: string[] };
}

/** A terminal that remembers, for tests. */
export function exampleTerminal({ isTTY = false, isCi = false } = {}): ExampleTerminal {
  const said = { stdout: [] as string[], stderr: [] as string[] };
  const streamTo = (lines: string[]) => ({
    isTTY,
    columns: 80,
    write: (text: string) => lines.push(text),
  });
  const streams = { stdout: streamTo(said.stdout), stderr: streamTo(said.stderr) };
  return { ...openTerminal(streams, { isPlain: true, isCi }), said };
}
