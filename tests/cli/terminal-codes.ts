const ESC = '\u001B';

/** The only sequences that are ours: colours, and clearing the line. */
const COLOR = new RegExp(`${ESC}\\[\\d+m`, 'g');
const CLEAR = `${ESC}[2K`;

export function hasColors(output: string): boolean {
  return output.search(COLOR) >= 0;
}

/** What was drawn over a line that was cleared. */
export function redrawn(output: string): readonly string[] {
  return withoutColors(output).split(CLEAR).slice(1);
}

function withoutColors(output: string): string {
  return output.replaceAll(COLOR, '');
}

/** Every character left that a terminal would obey instead of showing it, but for ends of lines. */
export function commandsIn(output: string): readonly string[] {
  const rest = withoutColors(output)
    .replaceAll(CLEAR, '')
    .replaceAll(/[\r\n]/g, '');
  return [...rest.matchAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)].map(([one]) => JSON.stringify(one));
}
