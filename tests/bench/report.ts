import { parseArgs } from 'node:util';

/** The options of all benchmarks. Each reads those that it knows. */
export function readOptions() {
  return parseArgs({
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      size: { type: 'string' },
      only: { type: 'string' },
      'all-scorers': { type: 'boolean', default: false },
      against: { type: 'string' },
    },
  });
}

export type Options = ReturnType<typeof readOptions>['values'];

/** What a benchmark found. */
export interface Report {
  /** By name. A figure can contain others: the name of those is the path, such as `cpu_ms.agent`. */
  readonly figures: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, Limit>>;
  /** What is wrong and no limit of a figure says. */
  readonly faults?: readonly string[];
}

export interface Limit {
  readonly min?: number;
  readonly max?: number;
}

/** Returns what is wrong: figures that are no numbers, that are missing, or that are beyond their limits. */
export function findFaults({ figures, limits, faults = [] }: Report): readonly string[] {
  const found = new Map(flatten(figures));
  const missing = Object.keys(limits).filter((name) => !found.has(name));
  return [
    ...faults,
    ...missing.map((name) => `${name} is missing`),
    ...[...found].flatMap(([name, value]) => {
      if (typeof value === 'string' || typeof value === 'boolean') return [];
      const { min = -Infinity, max = Infinity } = limits[name] ?? {};
      if (typeof value !== 'number' || !Number.isFinite(value))
        return `${name} is ${String(value)} instead of a number`;
      if (value > max) return `${name} is ${show(value)}, and may be at most ${show(max)}`;
      return value < min ? `${name} is ${show(value)}, and must be at least ${show(min)}` : [];
    }),
  ];
}

function show(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function flatten(figures: object): readonly (readonly [string, unknown])[] {
  return Object.entries(figures).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flatten(value).map(([inner, figure]) => [`${name}.${inner}`, figure] as const)
      : [[name, value] as const],
  );
}
