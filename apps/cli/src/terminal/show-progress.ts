import type { Terminal } from './open-terminal.ts';

export interface Counts {
  readonly finished: number;
  readonly failed: number;
  readonly total: number;
  /** What is counted: turns where absent. */
  readonly what?: string;
}

/** How far a run is, for whoever watches; gone without a trace when it ends. */
export interface Progress {
  readonly update: (counts: Counts) => void;
  /** A remark that stays. */
  readonly note: (text: string) => void;
  readonly end: () => void;
}

interface ProgressOptions {
  readonly isQuiet: boolean;
  readonly now?: () => number;
}

const TURNS = 'turns';
const BAR = 24;
/** Faster than this nobody reads. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;

export function showProgress(
  terminal: Terminal,
  { isQuiet, now = () => performance.now() }: ProgressOptions,
): Progress {
  const startedAt = now();
  let first: { readonly at: number; readonly finished: number; readonly what: string } | undefined;
  let shown = '';
  let drawnAt = Number.NEGATIVE_INFINITY;
  const { isWatched } = terminal;
  const pauseMs = isWatched ? REDRAW_MS : LINE_MS;

  function draw(counts: Counts): void {
    const speed = speedOf(counts);
    drawnAt = now();
    if (!isWatched) return terminal.note(toLine(counts, speed));
    shown = toBar(counts, speed, terminal);
    terminal.rewrite(shown);
  }

  /** Turns a second since we look: a run may have been going on for long. */
  function speedOf({ finished }: Counts): number | undefined {
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
      const { finished, what = TURNS } = counts;
      if (first?.what !== what) first = { at: now(), finished, what };
      // A line at once would say nothing yet.
      if (!isWatched && drawnAt === Number.NEGATIVE_INFINITY) drawnAt = now();
      if (now() - drawnAt >= pauseMs) draw(counts);
    },
    note(text) {
      if (isQuiet) return;
      clear();
      terminal.note(text);
    },
    end: clear,
  };
}

function toBar(counts: Counts, speed: number | undefined, { noteColors }: Terminal): string {
  const { finished, failed, total, what = '' } = counts;
  const full = total === 0 ? 0 : Math.round((finished / total) * BAR);
  const bar = noteColors.cyan('█'.repeat(full)) + noteColors.dim('░'.repeat(BAR - full));
  const parts = [`[${bar}] ${finished}/${total} ${what}`.trimEnd(), ...pace(counts, speed)];
  if (failed > 0) parts.push(noteColors.red(`✕ ${failed}`));
  return parts.join('  ');
}

function toLine(counts: Counts, speed: number | undefined): string {
  const { finished, failed, total, what = TURNS } = counts;
  const parts = [`${finished}/${total} ${what}`, ...pace(counts, speed)];
  if (failed > 0) parts.push(`${failed} failed`);
  return parts.join(', ');
}

function pace({ finished, total }: Counts, speed: number | undefined): readonly string[] {
  if (speed === undefined) return [];
  return [`${speed.toFixed(1)}/s`, `ETA ${showSeconds((total - finished) / speed)}`];
}

function showSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 100 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
