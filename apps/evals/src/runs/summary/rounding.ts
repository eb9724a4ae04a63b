import type { AverageScores, MetricStats, RunPasses, Stats } from '@fairtrial/contracts';

/** Numbers are rounded when they are shown or stored in a summary, and never before. */
export function roundScores<T extends number | null>(
  scores: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(scores).map(([metric, score]) => [metric, round(score)]),
  );
}

function roundStats(stats: MetricStats): MetricStats {
  const { ci95, bounds } = stats;
  return {
    ...stats,
    mean: round(stats.mean),
    sd: round(stats.sd),
    se: round(stats.se),
    ci95: ci95 && [round(ci95[0]), round(ci95[1])],
    min: round(stats.min),
    max: round(stats.max),
    coverage: round(stats.coverage),
    bounds: [round(bounds[0]), round(bounds[1])],
  };
}

export function roundPasses<T extends Omit<RunPasses, 'scenarios' | 'flaky_scenarios'>>(
  passes: T | undefined,
): T | undefined {
  if (passes === undefined) return undefined;
  return {
    ...passes,
    pass_rate: round(passes.pass_rate),
    ci95: [round(passes.ci95[0]), round(passes.ci95[1])],
    pass_at_k: roundScores(passes.pass_at_k),
    pass_hat_k: roundScores(passes.pass_hat_k),
  };
}

export function round<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round(value * 1e4) / 1e4) as T;
}

export function roundAllStats(stats: Stats): Stats {
  return Object.fromEntries(
    Object.entries(stats).map(([metric, figures]) => [metric, roundStats(figures)]),
  );
}

export function toMeans(stats: Stats): AverageScores {
  return Object.fromEntries(Object.entries(stats).map(([metric, { mean }]) => [metric, mean]));
}
