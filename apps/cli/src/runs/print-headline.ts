import type { Headline } from '@fairtrial/contracts';
import { formatHeadline, headlineLabel } from '@fairtrial/format';
import { callableHere } from '../command/program-name.ts';
import type { Colors, Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';
import { toneStyle } from './tone-style.ts';

const INDENT = '  ';

/** Prints the headline with its reasons and the next step to stdout, after the result. */
export function printHeadline(headline: Headline, terminal: Terminal): void {
  terminal.print(headlineText(headline, terminal.columns, terminal.colors));
}

/** Prints the headline to stderr, for commands whose stdout contains only JSON. */
export function noteHeadline(headline: Headline, terminal: Terminal): void {
  terminal.note(headlineText(headline, terminal.columns, terminal.noteColors));
}

function headlineText(headline: Headline, width: number, colors: Colors): string {
  const { why, next } = headline;
  const title = wrapText(sanitizeLine(formatHeadline(headline)), { width, indent: INDENT });
  const details = [why, ...(next === null ? [] : [`Next: ${callableHere(next)}`])].map(
    (text) =>
      INDENT + wrapText(sanitizeLine(text), { width: width - INDENT.length, indent: INDENT }),
  );
  return [toneStyle(headlineLabel(headline).tone, colors)(title), ...details].join('\n');
}
