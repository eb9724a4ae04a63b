import type { Breach } from './check-run.ts';

export interface Report {
  readonly name: string;
  readonly figures: Readonly<Record<string, number | string | null>>;
  readonly breaches: readonly Breach[];
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

export function formatTable({ name, figures, breaches }: Report): string {
  const width = Math.max(0, ...Object.keys(figures).map((key) => key.length));
  return [
    `== ${name}: ${breaches.length === 0 ? 'every promise is kept' : 'BROKEN'}`,
    ...Object.entries(figures).map(([key, value]) => `   ${key.padEnd(width)}  ${value}`),
    ...breaches.map(({ promise, what }) => `   BROKEN ${promise}: ${what}`),
    '',
  ].join('\n');
}

export function formatJsonLine(reports: readonly Report[]): string {
  const modes = reports.map(({ name, figures, breaches }) => [name, { ...figures, breaches }]);
  const ok = reports.every(({ breaches }) => breaches.length === 0);
  return JSON.stringify({ chaos: Object.fromEntries(modes) as object, ok });
}
