import { ScorerName, type Stats } from '@assay/contracts';

const PLACES: ReadonlyMap<string, number> = new Map(
  ScorerName.options.map((name, place) => [name, place]),
);

/** The metrics of a run, always in the same order: as results show them, `metadata.<field>` by name. */
export function metricsOf(stats: Stats): readonly string[] {
  return Object.keys(stats).toSorted((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

function placeOf(metric: string): number {
  return PLACES.get(metric.split('.', 1)[0] ?? '') ?? PLACES.size;
}
