export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
