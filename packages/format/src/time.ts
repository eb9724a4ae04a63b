import { NONE } from './numbers.ts';

const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** 14 Nov 2026, 21:40 in the reader's time zone. */
export function formatWhen(iso: string): string {
  return DATE_AND_TIME.format(new Date(iso));
}

/** just now, 5 min ago, 3 h ago, 4 d ago, and the date after two weeks. */
export function formatAgo(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
  if (ms < 14 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d ago`;
  return formatWhen(iso).split(',')[0] ?? '';
}

/** 12s, 5m, 3h, 4d: for a narrow column. */
export function formatShortAgo(iso: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(iso));
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)}s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return `${Math.floor(ms / DAY_MS)}d`;
}

/** 340 ms, 1.2 s, 2 min 5 s */
export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return NONE;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** 39 s, 3 min: the time something will take (an estimate, rounded up). */
export function formatEstimate(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return NONE;
  const seconds = Math.ceil(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
