const NAMES: Readonly<Record<string, string>> = {
  1: '{bold}',
  2: '{dim}',
  22: '{/}',
  31: '{red}',
  32: '{green}',
  33: '{yellow}',
  39: '{/}',
};

// oxlint-disable-next-line no-control-regex -- colours begin with the control character ESC
const COLOR = new RegExp('\u001B\\[(\\d+)m', 'g');

/** Spells colours as words, so that the file is readable; keeps only lines with colours. */
export function nameColors(output: string): string {
  return output
    .replaceAll(COLOR, (_, code: string) => NAMES[code] ?? `{${code}}`)
    .split('\n')
    .filter((line) => /\{(?:\/|[a-z\d]+)\}/.test(line))
    .map((line) => `${line}\n`)
    .join('');
}
