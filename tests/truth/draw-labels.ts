/** Runs whose attempts a judge graded and of which a person labelled some, with a known true pass rate. */
import type { LabelledScenario, Random } from '@fairtrial/statistics';

/** How often the judge passes attempts that passed, and fails attempts that failed. */
export interface Judge {
  readonly name: string;
  readonly truePositives: number;
  readonly trueNegatives: number;
}

export interface LabelledSize {
  readonly scenarios: number;
  readonly attempts: number;
  readonly labelled: number;
  /** Every third scenario has three times as many attempts, of which no more are labelled. */
  readonly isUneven?: boolean;
}

export interface LabelledRun {
  readonly truth: number;
  readonly scenarios: readonly LabelledScenario[];
}

/** Share of the attempts to which the judge gives no result. */
const NOT_JUDGED = 0.03;

export function nameLabelledSize(size: LabelledSize): string {
  const { scenarios, attempts, labelled, isUneven = false } = size;
  return `${scenarios}×${attempts}${isUneven ? ' uneven' : ''}, ${labelled} labelled`;
}

/** Draws a run with the pass rate of each scenario. The labels are distributed over the scenarios as evenly as possible. */
export function drawLabelledRun(
  { attempts, labelled, isUneven = false }: LabelledSize,
  { rates, judge }: { readonly rates: readonly number[]; readonly judge: Judge },
  random: Random,
): LabelledRun {
  const counts = drawCounts(rates.length, labelled, random);
  const sizes = rates.map((_, index) => (isUneven && index % 3 === 0 ? 3 * attempts : attempts));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    truth: rates.reduce((sum, rate, index) => sum + (rate * (sizes[index] ?? 0)) / total, 0),
    scenarios: rates.map((rate, index) =>
      Array.from({ length: sizes[index] ?? 0 }, (_, no) => {
        const passed = random() < rate;
        const isLabelled = no < (counts[index] ?? 0);
        return { judge: drawResult(judge, passed, random), label: isLabelled ? passed : undefined };
      }),
    ),
  };
}

/** Returns the number of labels of each scenario. Those left over go to scenarios drawn at random. */
function drawCounts(scenarios: number, labelled: number, random: Random): readonly number[] {
  const order = Array.from({ length: scenarios }, (_, index) => ({ index, key: random() }));
  const counts = Array.from({ length: scenarios }, () => Math.floor(labelled / scenarios));
  const drawn = order.toSorted((a, b) => a.key - b.key).slice(0, labelled % scenarios);
  for (const { index } of drawn) counts[index] = (counts[index] ?? 0) + 1;
  return counts;
}

function drawResult(judge: Judge, passed: boolean, random: Random): boolean | null {
  if (random() < NOT_JUDGED) return null;
  return passed ? random() < judge.truePositives : random() >= judge.trueNegatives;
}
