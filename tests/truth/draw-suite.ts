import { mean, type Random, type ScenarioPair } from '@fairtrial/statistics';
import type { Scenario, Shape } from './shapes.ts';

/** The number of scenarios, and of attempts at each in the baseline and in the candidate. */
export interface Size {
  readonly scenarios: number;
  readonly attempts: number;
  /** Attempts of the candidate, if different. */
  readonly others?: number;
}

export function nameSize({ scenarios, attempts, others }: Size): string {
  return others === undefined ? `${scenarios}×${attempts}` : `${scenarios}×${attempts} v ${others}`;
}

export function drawAttempts({ draw }: Scenario, attempts: number, random: Random): number[] {
  return Array.from({ length: attempts }, () => draw(random));
}

/** Returns the true loss of a scenario of the candidate. */
export type Drop = (index: number) => number;

/** Draws two runs of one suite. */
export function drawPairs(
  shape: Shape,
  { scenarios, attempts, others = attempts }: Size,
  { random, drop = () => 0 }: { readonly random: Random; readonly drop?: Drop },
): ScenarioPair[] {
  return Array.from({ length: scenarios }, (_, index) => {
    // The same difficulty for both runs, even if the shape draws it.
    const difficulty = random();
    const old = shape.scenario(repeat(difficulty), index, 0);
    const now = shape.scenario(repeat(difficulty), index, drop(index));
    return {
      baseline: drawAttempts(old, attempts, random),
      candidate: drawAttempts(now, others, random),
    };
  });
}

/** Returns a sequence of different numbers that depends only on the first one. */
function repeat(difficulty: number): Random {
  let last = difficulty;
  return () => {
    const next = last;
    last = (last * 997) % 1;
    return next;
  };
}

/** Draws one run, with the true mean of its suite. */
export function drawRun(
  shape: Shape,
  { scenarios, attempts }: Size,
  random: Random,
): { readonly truth: number; readonly scores: readonly (readonly number[])[] } {
  const models = Array.from({ length: scenarios }, (_, index) => shape.scenario(random, index, 0));
  return {
    truth: mean(models.map(({ truth }) => truth)),
    scores: models.map((model) => drawAttempts(model, attempts, random)),
  };
}
