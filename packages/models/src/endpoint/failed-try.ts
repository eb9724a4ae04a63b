import type { EndpointErrorKind } from '@assay/contracts';
import type { EgressError } from '@assay/egress';

/** One try that came to nothing. */
export interface FailedTry {
  readonly state: 'failed';
  readonly kind: EndpointErrorKind;
  readonly status: number | null;
  readonly message: string;
  /** Whether anybody was there: before that, nobody has done or billed anything. */
  readonly reached: boolean;
  /** Whether the connection was lost on the way, which the next one may not be. */
  readonly cutOff: boolean;
  /** Whether the endpoint says itself that the same request fails again. */
  readonly final: boolean;
  /** What the endpoint asked for, as it put it. */
  readonly retryAfter: string | undefined;
}

export function failedTry(
  failure: Pick<FailedTry, 'kind' | 'status' | 'message'> & Partial<FailedTry>,
): FailedTry {
  const usual = { reached: true, cutOff: false, final: false, retryAfter: undefined };
  return { state: 'failed', ...usual, ...failure };
}

/** A try that got no answer, or not all of one. */
export function failedOnTheWay({ kind, message, connected, cutOff }: EgressError): FailedTry {
  return failedTry({ kind, status: null, message, reached: connected, cutOff });
}
