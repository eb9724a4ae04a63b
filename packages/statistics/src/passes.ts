/** How many of the attempts at one scenario passed. */
export interface Passes {
  readonly passes: number;
  readonly attempts: number;
}
