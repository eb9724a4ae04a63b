import type { ClassReport } from './play-class.ts';

const COLUMNS = ['tried', 'breaches', 'slowest', 'most CPU', 'growth'] as const;

/** Returns one line per class, followed by its breaches. */
export function describeClass(report: ClassReport): string {
  const { title, tried, breaches, slowestMs, mostCpuMs, growthMiB } = report;
  const cells = [
    String(tried),
    String(breaches.length),
    `${Math.round(slowestMs)} ms`,
    `${Math.round(mostCpuMs)} ms`,
    `${Math.round(growthMiB)} MiB`,
  ];
  const lines = breaches.map(({ attack, what }) => `    ${attack}: ${what}`);
  return [row(title, cells), ...lines].join('\n');
}

export function describeHead(): string {
  return row('class', COLUMNS);
}

/** The last line: one JSON object. */
export function summaryLine(reports: readonly ClassReport[], more: object = {}): string {
  const tried = reports.reduce((sum, report) => sum + report.tried, 0);
  const breaches = reports.flatMap(({ title, breaches: found }) =>
    found.map(({ attack, what }) => ({ class: title, attack, what })),
  );
  return JSON.stringify({ tried, ...more, breaches });
}

function row(title: string, cells: readonly string[]): string {
  return title.padEnd(40) + cells.map((cell) => cell.padStart(11)).join('');
}
