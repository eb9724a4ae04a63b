import { quantile } from '../math/descriptive.ts';
import { seededRandom, type Random } from '../math/seeded-random.ts';
import { wilsonInterval } from '../math/wilson.ts';

/** An attempt graded by the judge and by a person. */
export interface AgreementPair {
  /** The scenario of the attempt. */
  readonly cluster: string | number;
  readonly judge: boolean;
  readonly label: boolean;
}

interface RateOfClass {
  readonly value: number;
  readonly interval95: readonly [number, number];
  /** Attempts of the class. */
  readonly n: number;
}

export interface Agreement {
  readonly n: number;
  /** Attempts to which judge and person gave the same result. */
  readonly agreed: number;
  /** `null` if the person passed all attempts or none: then agreement beyond chance has no meaning. */
  readonly kappa: {
    readonly value: number;
    /** `null` below five scenarios: resamples of so few scenarios vary too little. */
    readonly interval95: readonly [number, number] | null;
  } | null;
  /** Of the attempts that the person passed, those that the judge passed; `null` without such attempts. */
  readonly true_positive_rate: RateOfClass | null;
  /** Of the attempts that the person failed, those that the judge failed; `null` without such attempts. */
  readonly true_negative_rate: RateOfClass | null;
}

/** Number of attempts for each combination of judge and label. */
interface Counts {
  readonly bothPass: number;
  readonly bothFail: number;
  readonly onlyJudge: number;
  readonly onlyLabel: number;
}

const RESAMPLES = 2_000;
const SEED = 1;
const MIN_CLUSTERS = 5;

/**
 * Describes how well the judge agrees with a person; `undefined` without pairs. κ is Cohen's, with the percentile
 * interval of a bootstrap that draws whole scenarios, because attempts at one scenario are alike. The other rates have
 * Wilson's interval.
 */
export function agreement(pairs: readonly AgreementPair[]): Agreement | undefined {
  if (pairs.length === 0) return undefined;
  const clusters = [...Map.groupBy(pairs, ({ cluster }) => cluster).values()].map(countPairs);
  const all = addCounts(clusters);
  const value = cohensKappa(all);
  return {
    n: pairs.length,
    agreed: all.bothPass + all.bothFail,
    kappa: value === undefined ? null : { value, interval95: kappaInterval(clusters) },
    true_positive_rate: rateOf(all.bothPass, all.bothPass + all.onlyLabel),
    true_negative_rate: rateOf(all.bothFail, all.bothFail + all.onlyJudge),
  };
}

function countPairs(pairs: readonly AgreementPair[]): Counts {
  const count = (judged: boolean, labelled: boolean): number =>
    pairs.filter(({ judge, label }) => judge === judged && label === labelled).length;
  return {
    bothPass: count(true, true),
    bothFail: count(false, false),
    onlyJudge: count(true, false),
    onlyLabel: count(false, true),
  };
}

function addCounts(counts: readonly Counts[]): Counts {
  const sum = { bothPass: 0, bothFail: 0, onlyJudge: 0, onlyLabel: 0 };
  for (const { bothPass, bothFail, onlyJudge, onlyLabel } of counts) {
    sum.bothPass += bothPass;
    sum.bothFail += bothFail;
    sum.onlyJudge += onlyJudge;
    sum.onlyLabel += onlyLabel;
  }
  return sum;
}

/** `undefined` if all labels are equal. */
function cohensKappa({ bothPass, bothFail, onlyJudge, onlyLabel }: Counts): number | undefined {
  const n = bothPass + bothFail + onlyJudge + onlyLabel;
  const labelled = (bothPass + onlyLabel) / n;
  if (labelled === 0 || labelled === 1) return undefined;
  const judged = (bothPass + onlyJudge) / n;
  const byChance = labelled * judged + (1 - labelled) * (1 - judged);
  return ((bothPass + bothFail) / n - byChance) / (1 - byChance);
}

/** Resamples in which κ is undefined are left out. */
function kappaInterval(clusters: readonly Counts[]): readonly [number, number] | null {
  if (clusters.length < MIN_CLUSTERS) return null;
  const random = seededRandom(SEED);
  const values = Array.from({ length: RESAMPLES }, () =>
    cohensKappa(addCounts(resample(clusters, random))),
  ).filter((value) => value !== undefined);
  const low = quantile(values, 0.025);
  const high = quantile(values, 0.975);
  return low === undefined || high === undefined ? null : [low, high];
}

function resample(clusters: readonly Counts[], random: Random): readonly Counts[] {
  return clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)] ?? []);
}

function rateOf(hits: number, n: number): RateOfClass | null {
  const interval95 = wilsonInterval(hits, n);
  return interval95 === undefined ? null : { value: hits / n, interval95, n };
}
