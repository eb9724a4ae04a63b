import { AppError, type EndpointError, type ErrorCode } from '@fairtrial/contracts';
import { ProviderError } from '@fairtrial/models';

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

/** Maps a provider failure to the error that the caller gets; returns any other error unchanged. */
export function toProviderAppError(thrown: unknown): unknown {
  if (!(thrown instanceof ProviderError)) return thrown;
  const { kind, status, message, retryAfter } = thrown.failure;
  const options = { cause: thrown };
  if (status === 404) {
    return new AppError('model_unavailable', `the model provider reported: ${message}`, options);
  }
  if (status === 408 || status === 504) {
    return new AppError('provider_timeout', `the model provider reported: ${message}`, options);
  }
  if (kind === 'auth') {
    const detail = `the model provider refused the API key of this service (HTTP ${status})`;
    return new AppError('provider_auth', detail, options);
  }
  return new AppError(CODES[kind], `the model provider failed: ${message}`, {
    ...options,
    headers: retryHeaders(retryAfter),
  });
}

/** Passes `Retry-After` on only if it looks like seconds or a date. */
function retryHeaders(retryAfter: string | undefined): Readonly<Record<string, string>> {
  return retryAfter !== undefined && /^[\w ,:]{1,40}$/.test(retryAfter)
    ? { 'retry-after': retryAfter }
    : {};
}
