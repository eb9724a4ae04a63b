import type { FailedTry } from '../send-once.ts';

/** A provider that gave no usable answer. */
export class ProviderError extends Error {
  readonly failure: FailedTry;

  constructor(failure: FailedTry, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'ProviderError';
    this.failure = failure;
  }
}

export function failedTry(
  failure: Pick<FailedTry, 'kind' | 'status' | 'message'> & Partial<FailedTry>,
): FailedTry {
  return { state: 'failed', reached: true, cutOff: false, retryAfter: undefined, ...failure };
}
