import type { TestCallResult } from '@fairtrial/contracts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padText, textWidth, truncateText } from '../terminal/text-layout.ts';

const LABEL_WIDTH = 12;
const MAX_LINES = 4;

type Exchange = Pick<TestCallResult, 'request' | 'response' | 'reply' | 'session'>;

/** Shows what was sent to the endpoint, what came back and what was read from it, each shortened to a few lines. */
export function showExchange(
  { request, response, reply, session }: Exchange,
  columns: number,
): string {
  const room = columns - LABEL_WIDTH;
  const headers = Object.entries(request?.headers ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['request', cutText(request === null ? '' : `${request.method} ${request.url}`, room)],
    ['', headers],
    ['', cutText(request?.body ?? '', room)],
    ['response', response === null ? [] : [String(response.status)]],
    ['', cutText(response?.body ?? '', room)],
    ['reply', cutText(reply ?? '', room)],
    ['session', session === null ? [] : [String(session)]],
  ];
  return parts
    .flatMap(([label, lines]) =>
      lines.map((line, at) => {
        const start = padText(at === 0 ? `  ${label}` : '', LABEL_WIDTH);
        return `${start}${truncateText(sanitizeLine(line), room)}`;
      }),
    )
    .join('\n');
}

/** Breaks a text into at most four lines; more text ends in an ellipsis. */
function cutText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = sanitizeLine(text);
  while (rest !== '' && lines.length < MAX_LINES) {
    const line =
      lines.length === MAX_LINES - 1 ? truncateText(rest, width) : takeWidth(rest, width);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length);
  }
  return lines;
}

/** The start of a text that fits into the width. It ends at a space if the line is then at least half full. */
function takeWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  const fitting = truncateText(text, width).slice(0, -1);
  const space = fitting.lastIndexOf(' ') + 1;
  return space > fitting.length / 2 ? fitting.slice(0, space) : fitting;
}
