/** jstat ships no types; this is the part of it that we use. */
declare module 'jstat' {
  const jstat: {
    readonly jStat: {
      readonly studentt: { inv(probability: number, degreesOfFreedom: number): number };
      readonly normal: {
        inv(probability: number, mean: number, sd: number): number;
        cdf(value: number, mean: number, sd: number): number;
      };
      readonly binomial: { cdf(successes: number, trials: number, probability: number): number };
      readonly ibeta: (x: number, a: number, b: number) => number;
      readonly gammaln: (x: number) => number;
    };
  };
  export default jstat;
}
