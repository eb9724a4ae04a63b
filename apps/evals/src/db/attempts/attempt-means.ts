import type { AverageScores } from '@assay/contracts';

/**
 * The means of the attempts of a scenario: a row for each, a place in it for each metric, null where it was not
 * scored. Names beside every number would take four times the room.
 */
export interface AttemptMeans {
  readonly metrics: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}

export function packMeans(attempts: readonly AverageScores[]): AttemptMeans {
  const metrics = [...new Set(attempts.flatMap(Object.keys))];
  return { metrics, rows: attempts.map((means) => metrics.map((metric) => means[metric] ?? null)) };
}

/** Summaries of old have a list of names and numbers. */
export function unpackMeans(
  stored: AttemptMeans | readonly AverageScores[],
): readonly AverageScores[] {
  if (!('rows' in stored)) return stored;
  const { metrics, rows } = stored;
  return rows.map((row) =>
    Object.fromEntries(
      metrics.flatMap((metric, at) => {
        const mean = row[at] ?? null;
        return mean === null ? [] : [[metric, mean] as const];
      }),
    ),
  );
}
