import { AppError, type EndpointError, type ErrorCode } from '@assay/contracts';
import { ProviderError } from '@assay/models';

const CODES: Readonly<Record<EndpointError['kind'], ErrorCode>> = {
  auth: 'provider_auth',
  rate_limit: 'provider_rate_limit',
  timeout: 'provider_timeout',
  http: 'provider_error',
  connect: 'provider_error',
  blocked: 'provider_error',
  bad_endpoint: 'provider_error',
  bad_response: 'provider_error',
  circuit_open: 'provider_error',
};

/** A provider's failure as the answer our caller gets; whatever else was thrown as it is. */
export function toProviderAppError(thrown: unknown): unknown {
  if (!(thrown instanceof ProviderError)) return thrown;
  const { kind, status, message, retryAfter } = thrown.failure;
  const options = { cause: thrown };
  if (status === 404) {
    return new AppError('model_unavailable', `the model provider says: ${message}`, options);
  }
  if (status === 408 || status === 504) {
    return new AppError('provider_timeout', `the model provider says: ${message}`, options);
  }
  if (kind === 'auth') {
    const detail = `the model provider refused the key this service holds for it (HTTP ${status})`;
    return new AppError('provider_auth', detail, options);
  }
  return new AppError(CODES[kind], `the model provider failed: ${message}`, {
    ...options,
    headers: retryHeaders(retryAfter),
  });
}

/** Seconds or a date, and nothing else. */
function retryHeaders(retryAfter: string | undefined): Readonly<Record<string, string>> {
  return retryAfter !== undefined && /^[\w ,:]{1,40}$/.test(retryAfter)
    ? { 'retry-after': retryAfter }
    : {};
}
