/** An attempt that the judge, a person, both or neither has graded. */
export interface LabelledAttempt {
  /** The judge says that the attempt passed; `null` if it gave no result. */
  readonly judge: boolean | null;
  /** The person says that the attempt passed; `undefined` if it was not labelled. */
  readonly label: boolean | undefined;
}

/** The attempts at one scenario. Those with a label must have been drawn at random. */
export type LabelledScenario = readonly LabelledAttempt[];

/** One graded attempt, counted by its weight. */
export interface WeightedAttempt extends LabelledAttempt {
  readonly weight: number;
}

export function countLabels(scenarios: readonly LabelledScenario[]): number {
  return scenarios.flat().filter(({ label }) => label !== undefined).length;
}

/**
 * Returns the labelled attempts. Their weights add up to the attempts of their scenario, so that a scenario of which
 * many attempts were drawn does not count more than the others.
 */
export function weighLabelled(scenarios: readonly LabelledScenario[]): WeightedAttempt[] {
  return scenarios.flatMap((scenario) => weigh(scenario, ({ label }) => label !== undefined));
}

/** Returns the attempts that only the judge graded, with weights like those of `weighLabelled`. */
export function weighJudgedOnly(scenarios: readonly LabelledScenario[]): WeightedAttempt[] {
  return scenarios.flatMap((scenario) =>
    weigh(scenario, ({ judge, label }) => judge !== null && label === undefined),
  );
}

function weigh(
  scenario: LabelledScenario,
  isUsed: (attempt: LabelledAttempt) => boolean,
): WeightedAttempt[] {
  const used = scenario.filter(isUsed);
  return used.map((attempt) => ({ ...attempt, weight: scenario.length / used.length }));
}

/**
 * Returns the number of equally weighted attempts that would give a mean of the same variance (effective sample size
 * of Kish).
 */
export function effectiveSize(attempts: readonly WeightedAttempt[]): number {
  const sum = attempts.reduce((total, { weight }) => total + weight, 0);
  return sum ** 2 / attempts.reduce((total, { weight }) => total + weight ** 2, 0);
}
