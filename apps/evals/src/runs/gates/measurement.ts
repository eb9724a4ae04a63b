export type Measurement =
  | {
      readonly state: 'measured';
      readonly value: number;
      /** Undefined where there is nothing to estimate the noise from. */
      readonly interval: readonly [number, number] | undefined;
      /** Counted, not estimated: it has no noise. */
      readonly isFact: boolean;
    }
  | { readonly state: 'unmeasured'; readonly why: string };
