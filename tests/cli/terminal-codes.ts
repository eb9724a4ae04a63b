const ESC = '\u001B';

/** The only sequences that `fairtrial` writes: colours, and clearing the line. */
const COLOR = new RegExp(`${ESC}\\[\\d+m`, 'g');
const CLEAR = `${ESC}[2K`;

export function hasColors(output: string): boolean {
  return output.search(COLOR) >= 0;
}

/** Returns the texts drawn after the line was cleared. */
export function redrawn(output: string): readonly string[] {
  return withoutColors(output).split(CLEAR).slice(1);
}

function withoutColors(output: string): string {
  return output.replaceAll(COLOR, '');
}

/** Returns all other characters that a terminal would interpret instead of showing, except line breaks. */
export function commandsIn(output: string): readonly string[] {
  const rest = withoutColors(output)
    .replaceAll(CLEAR, '')
    .replaceAll(/[\r\n]/g, '');
  return [...rest.matchAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)].map(([one]) => JSON.stringify(one));
}
