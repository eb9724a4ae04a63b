import { headlineInTerminal } from './read-headline.ts';
import { oneLine, type Said } from './said.ts';

/**
 * Reads the headline that a command printed, with its sentences: the last line that is not indented, and those below.
 */
export function readTerminal(stdout: string): Said {
  const lines = stdout.trimEnd().split('\n');
  const at = lines.findLastIndex((line) => !line.startsWith(' '));
  const text = oneLine(lines.slice(at).join(' '));
  return { ...headlineInTerminal(stdout), text: text.slice(text.indexOf(': ') + 2) };
}
