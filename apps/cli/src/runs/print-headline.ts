import type { Headline, RunView } from '@fairtrial/contracts';
import { formatHeadline, headlineLabel } from '@fairtrial/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import { callableHere } from '../command/program-name.ts';
import { toneStyle } from '../terminal/format-table.ts';
import type { Colors, Terminal } from '../terminal/open-terminal.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrapText } from '../terminal/text-layout.ts';

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

/** The headline of a run that is over. */
export function headlineOf({ result, overview }: Pick<RunView, 'result' | 'overview'>): Headline {
  const headline = result?.headline ?? overview?.headline;
  if (headline === undefined) {
    throw new CliError(EXIT.service, 'the run is over, and the service sent no headline');
  }
  return headline;
}
