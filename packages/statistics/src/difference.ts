import type { Stratum } from './satterthwaite.ts';

/** A difference of two means, and what is known of its noise. */
export type Difference =
  | {
      readonly kind: 'noisy';
      readonly delta: number;
      readonly strata: readonly Stratum[];
      /** `delta` is the sum of the strata's means, divided by this. */
      readonly groups: number;
    }
  | {
      /** Nothing varied, so there is no noise to estimate. */
      readonly kind: 'constant';
      readonly delta: number;
      /** How probable this would at most be without a real difference, after so many more attempts. */
      readonly chance: (more: number) => number;
    };
