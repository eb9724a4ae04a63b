/** The quantities that a simulation measures, and their bounds. */
import { mean, variance, seededRandom, type Random } from '@fairtrial/statistics';

interface Limits {
  readonly min?: number;
  readonly max?: number;
  /** Maximum share of trials without an interval or a verdict. */
  readonly maxMissing?: number;
}

/** One trial: the outcome of each quantity, 1 or 0; `undefined` if the product gives no interval or verdict. */
type Trial<Quantity extends string> = Readonly<Record<Quantity, number | undefined>>;

/** Quantities measured by the same trials. */
export interface Simulation<Quantity extends string = string> {
  readonly name: string;
  readonly limits: Readonly<Record<Quantity, Limits>>;
  readonly trial: (random: Random) => Trial<Quantity>;
}

/** One quantity of one simulation. */
export interface Cell {
  readonly simulation: string;
  readonly quantity: string;
  readonly limits: Limits;
  /** The mean over the trials with an interval or a verdict; `undefined` if there are none. */
  readonly share: number | undefined;
  readonly missing: number;
  readonly isBreach: boolean;
}

/** A share more than this many standard errors beyond its bound is a breach. */
const ALLOWED_ERRORS = 3;

export function simulate({ name, limits, trial }: Simulation, trials: number): readonly Cell[] {
  const random = seededRandom(seedOf(name));
  const seen = new Map(Object.keys(limits).map((quantity) => [quantity, [] as number[]]));
  for (let no = 0; no < trials; no += 1) {
    for (const [quantity, value] of Object.entries(trial(random))) {
      if (value !== undefined) seen.get(quantity)?.push(value);
    }
  }
  return [...seen].map(([quantity, values]) =>
    judgeCell({ simulation: name, quantity, limits: limits[quantity] ?? {} }, values, trials),
  );
}

function judgeCell(
  cell: Pick<Cell, 'simulation' | 'quantity' | 'limits'>,
  values: readonly number[],
  trials: number,
): Cell {
  const { min = -Infinity, max = Infinity, maxMissing = 1 } = cell.limits;
  const missing = 1 - values.length / trials;
  const isMissing = missing - allowance(maxMissing * (1 - maxMissing), trials) > maxMissing;
  if (values.length === 0) return { ...cell, share: undefined, missing, isBreach: isMissing };
  const share = mean(values);
  const allowed = allowance(variance(values) ?? 0, values.length);
  const isOff = share < min - allowed || share > max + allowed;
  return { ...cell, share, missing, isBreach: isOff || isMissing };
}

function allowance(spread: number, trials: number): number {
  return ALLOWED_ERRORS * Math.sqrt(spread / trials);
}

/** Returns a seed that depends only on the name, so that a new simulation changes no other. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

export function describeCell({
  simulation,
  quantity,
  limits,
  share,
  missing,
  isBreach,
}: Cell): string {
  const { min, max } = limits;
  const bounds = [
    min === undefined ? '' : `at least ${percent(min)}`,
    max === undefined ? '' : `at most ${percent(max)}`,
  ];
  const found =
    share === undefined
      ? 'refused: too few attempts for a verdict'
      : `${percent(share)}, ${bounds.filter(Boolean).join(' and ')}`;
  const verdict = isBreach ? 'BREACH' : 'pass';
  return `${verdict.padEnd(6)} ${quantity} | ${simulation} | ${found} | without: ${percent(missing)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
