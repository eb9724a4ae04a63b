/** Variables for a service whose clock is this many milliseconds ahead. */
export function clockAhead(ms: number): Readonly<Record<string, string>> {
  const module = new URL('shift-clock.ts', import.meta.url);
  return { NODE_OPTIONS: `--import=${module.href}`, CLOCK_AHEAD_MS: String(ms) };
}
