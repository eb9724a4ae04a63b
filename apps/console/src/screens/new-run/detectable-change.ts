/** What is known of the noise of a run: its standard error over so many attempts. */
export interface Noise {
  readonly se: number;
  readonly attempts: number;
  readonly scenarios: number;
}

/** Two-sided 5 %, and a power of 80 %. */
const LEVEL_Z = 1.96;
const POWER_Z = 0.8416;
/** Attempts that spread less than this are taken to spread this much, as the comparison does. */
const SD_FLOOR = 0.005;

/**
 * The smallest change of the overall score that a comparison with this baseline would probably notice
 * (4 times of 5), should the new run be as noisy.
 */
export function detectableChange(baseline: Noise, attempts: number): number | undefined {
  if (baseline.attempts < 2 || attempts < 2) return undefined;
  const floor = SD_FLOOR / Math.sqrt(baseline.attempts * baseline.scenarios);
  const before = Math.max(baseline.se, floor);
  const after = before * Math.sqrt(baseline.attempts / attempts);
  const freedom = baseline.scenarios * (baseline.attempts + attempts - 2);
  return (tQuantile(freedom) + POWER_Z) * Math.hypot(before, after);
}

/** Of the t distribution at 97.5 %, by the first terms of its expansion about the normal one. */
function tQuantile(freedom: number): number {
  const z = LEVEL_Z;
  const g1 = (z ** 3 + z) / 4;
  const g2 = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const g3 = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + g1 / freedom + g2 / freedom ** 2 + g3 / freedom ** 3;
}
