const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** 14 Nov 2026, 21:40 in the reader's own time. */
export function formatWhen(iso: string): string {
  return DAY.format(new Date(iso));
}

/** just now, 5 min ago, 3 h ago, 4 d ago, then the date. */
export function formatAgo(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  if (minutes < 14 * 24 * 60) return `${Math.floor(minutes / 1440)} d ago`;
  return DAY.format(new Date(iso)).split(',')[0] ?? '';
}
