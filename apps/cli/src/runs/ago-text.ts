const STEPS = [
  [60, 's'],
  [60, 'm'],
  [24, 'h'],
] as const;

/** How long ago, in three or four characters. */
export function agoText(ms: number): string {
  let value = Math.max(0, ms / 1000);
  for (const [size, unit] of STEPS) {
    if (value < size) return `${Math.floor(value)}${unit}`;
    value /= size;
  }
  return `${Math.floor(value)}d`;
}
