import type { AverageScores } from '@fairtrial/contracts';

/**
 * The means of a scenario's attempts: one row per attempt, one column per metric, null if not scored. Repeating the
 * names with every number would take four times the space.
 */
export interface AttemptMeans {
  readonly metrics: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}

export function packMeans(attempts: readonly AverageScores[]): AttemptMeans {
  const metrics = [...new Set(attempts.flatMap(Object.keys))];
  return { metrics, rows: attempts.map((means) => metrics.map((metric) => means[metric] ?? null)) };
}

export function unpackMeans({ metrics, rows }: AttemptMeans): readonly AverageScores[] {
  return rows.map((row) =>
    Object.fromEntries(
      metrics.flatMap((metric, at) => {
        const mean = row[at] ?? null;
        return mean === null ? [] : [[metric, mean] as const];
      }),
    ),
  );
}
