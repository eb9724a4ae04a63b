import type { Random } from '@fairtrial/statistics';

/**
 * Draws `n` attempts, or all if there are fewer, stratified by scenario: the number drawn from each scenario is
 * proportional to its attempts, rounded up or down, and every attempt is drawn with the same probability (systematic
 * sampling of the attempts in random order, scenario by scenario).
 */
export function drawAttempts<T extends { readonly scenarioNo: number }>(
  attempts: readonly T[],
  n: number,
  random: Random,
): readonly T[] {
  const scenarios = [...Map.groupBy(attempts, ({ scenarioNo }) => scenarioNo).values()];
  const line = shuffle(scenarios, random).flatMap((scenario) => shuffle(scenario, random));
  if (n >= line.length) return line;
  const step = line.length / n;
  const start = random() * step;
  return Array.from({ length: n }, (_, no) => line[Math.floor(start + no * step)]).filter(
    (attempt) => attempt !== undefined,
  );
}

/** Returns the items in random order (Fisher–Yates). */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled: T[] = [];
  for (const item of items) {
    const at = Math.floor(random() * (shuffled.length + 1));
    const moved = shuffled[at];
    if (moved === undefined) shuffled.push(item);
    else {
      shuffled[at] = item;
      shuffled.push(moved);
    }
  }
  return shuffled;
}
