import { formatEstimate } from '@fairtrial/format';
import type { Terminal } from './open-terminal.ts';

interface Counts {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
  /** The counted unit. Default: turns. */
  readonly unit?: string;
}

/** Shows the progress of a run on stderr; `end` removes the bar. */
export interface Progress {
  readonly update: (counts: Counts) => void;
  /** Prints a message that stays when the bar is redrawn. */
  readonly note: (text: string) => void;
  readonly end: () => void;
}

interface ProgressOptions {
  readonly isQuiet: boolean;
  readonly now?: () => number;
}

const DEFAULT_UNIT = 'turns';
const BAR_WIDTH = 24;
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 10_000;

export function showProgress(
  terminal: Terminal,
  { isQuiet, now = () => performance.now() }: ProgressOptions,
): Progress {
  const startedAt = now();
  let first: { readonly at: number; readonly finished: number; readonly unit: string } | undefined;
  let shown = '';
  let drawnAt = Number.NEGATIVE_INFINITY;
  const { isInteractive } = terminal;
  const intervalMs = isInteractive ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS;

  function draw(counts: Counts): void {
    const speed = measureSpeed(counts);
    drawnAt = now();
    if (!isInteractive) return terminal.note(formatLine(counts, speed));
    shown = formatBar(counts, speed, terminal);
    terminal.rewrite(shown);
  }

  /** Units per second since the first update, since the run may have started long before. */
  function measureSpeed({ finished }: Counts): number | undefined {
    const since = first ?? { at: startedAt, finished: 0 };
    const seconds = (now() - since.at) / 1000;
    return seconds > 0.5 && finished > since.finished
      ? (finished - since.finished) / seconds
      : undefined;
  }

  function clear(): void {
    if (shown !== '') terminal.rewrite('');
    shown = '';
  }

  return {
    update(counts) {
      if (isQuiet) return;
      const { finished, unit = DEFAULT_UNIT } = counts;
      if (first?.unit !== unit) first = { at: now(), finished, unit };
      // The first line is printed after one interval, when there is something to report.
      if (!isInteractive && drawnAt === Number.NEGATIVE_INFINITY) drawnAt = now();
      if (now() - drawnAt >= intervalMs) draw(counts);
    },
    note(text) {
      if (isQuiet) return;
      clear();
      terminal.note(text);
    },
    end: clear,
  };
}

function formatBar(counts: Counts, speed: number | undefined, { noteColors }: Terminal): string {
  const { finished, failed, total, unit = '' } = counts;
  const full = total === 0 ? 0 : Math.round((finished / total) * BAR_WIDTH);
  const bar = noteColors.cyan('█'.repeat(full)) + noteColors.dim('░'.repeat(BAR_WIDTH - full));
  const parts = [`[${bar}] ${finished}/${total} ${unit}`.trimEnd(), ...formatPace(counts, speed)];
  if (failed > 0) parts.push(noteColors.red(`✗ ${failed}`));
  return parts.join('  ');
}

function formatLine(counts: Counts, speed: number | undefined): string {
  const { finished, failed, total, unit = DEFAULT_UNIT } = counts;
  const parts = [`${finished}/${total} ${unit}`, ...formatPace(counts, speed)];
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}

function formatPace({ finished, total }: Counts, speed: number | undefined): readonly string[] {
  if (speed === undefined) return [];
  return [`${speed.toFixed(1)}/s`, `ETA ${formatEstimate(((total - finished) / speed) * 1000)}`];
}
