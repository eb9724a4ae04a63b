import type { ModelPrice } from '@assay/contracts';

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

const MILLION = 1_000_000;

/** In dollars. */
export function costOf({ input, output }: Tokens, price: ModelPrice): number {
  return (input * price.input + output * price.output) / MILLION;
}
