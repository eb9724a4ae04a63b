interface Line {
  readonly line: number;
  readonly value: unknown;
}

/** JSON lines, each with its number; empty ones are passed over. */
export function parseLines(file: string, text: string): readonly Line[] {
  return text.split('\n').flatMap((raw, at) => {
    if (raw.trim() === '') return [];
    try {
      return [{ line: at + 1, value: JSON.parse(raw) as unknown }];
    } catch (cause) {
      throw new Error(`${file}, line ${at + 1}: is not JSON`, { cause });
    }
  });
}
