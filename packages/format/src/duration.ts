import { NONE } from './numbers.ts';

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
