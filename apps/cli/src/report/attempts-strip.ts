import { formatScore } from '@fairtrial/format';
import { html, type Html } from './html.ts';

export interface StripDot {
  readonly value: number | undefined;
  readonly passed: boolean | null;
}

const WIDTH = 120;
const HEIGHT = 16;
const MARGIN = 6;
const MIDDLE = HEIGHT / 2;

/** Draws the attempts on a line from 0 to 1: a dot for each, a cross if it did not pass. */
export function attemptsStrip(dots: readonly StripDot[]): Html {
  const sentence = `Scores of ${dots.length} attempts: ${dots.map(({ value }) => formatScore(value)).join(', ')}`;
  return html`<svg
    class="strip"
    role="img"
    aria-label="${sentence}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width="${WIDTH}"
    height="${HEIGHT}"
  >
    <line class="axis" x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${MIDDLE}" y2="${MIDDLE}" />
    ${dots.map(dotOrCross)}
  </svg>`;
}

function dotOrCross({ value, passed }: StripDot): Html {
  if (value === undefined) return html``;
  const x = MARGIN + value * (WIDTH - 2 * MARGIN);
  if (passed !== false) return html`<circle class="dot" cx="${x}" cy="${MIDDLE}" r="3" />`;
  const [left, right] = [x - 3, x + 3];
  return html`<path
    class="cross"
    d="M${left} ${MIDDLE - 3}L${right} ${MIDDLE + 3}M${left} ${MIDDLE + 3}L${right} ${MIDDLE - 3}"
  />`;
}
