import type { FailedTry } from '../endpoint/failed-try.ts';

/** A provider that gave no usable answer. */
export class ProviderError extends Error {
  readonly failure: FailedTry;

  constructor(failure: FailedTry, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}
