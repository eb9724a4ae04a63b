import { AppError, type EndpointError, type ErrorCode } from '@assay/contracts';
import { EgressError } from '@assay/egress';
import { kindOfStatus } from '@assay/models';

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

type Failure = Pick<EndpointError, 'kind' | 'status' | 'message'>;

/** A provider's failure as the answer our caller gets. */
export function failureToAppError(failure: Failure, options?: ErrorOptions): AppError {
  const { kind, status, message } = failure;
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
  return new AppError(CODES[kind], `the model provider failed: ${message}`, options);
}

/** The library wraps what is thrown inside it, sometimes more than once: the cause tells. */
export function toProviderError(thrown: unknown): unknown {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof AppError) return error;
    if (error instanceof EgressError) {
      const { kind, message } = error;
      return failureToAppError({ kind, status: null, message }, { cause: thrown });
    }
    // The OpenAI client takes our time-out for its own and drops the cause.
    if (error.name === 'TimeoutError') {
      return new AppError('provider_timeout', 'the model provider did not answer in time', {
        cause: thrown,
      });
    }
    const status = statusOf(error);
    if (status !== undefined) return fromStatus(error, status, thrown);
    if (error instanceof SyntaxError) {
      return new AppError('provider_error', 'the model provider answered with broken JSON', {
        cause: thrown,
      });
    }
  }
  return thrown;
}

function fromStatus(error: Error, status: number, cause: unknown): AppError {
  const kind = kindOfStatus(status) ?? 'bad_response';
  const failure = failureToAppError({ kind, status, message: firstLine(error) }, { cause });
  const retryAfter = kind === 'rate_limit' ? retryAfterOf(error) : undefined;
  if (retryAfter === undefined) return failure;
  return new AppError(failure.code, failure.message, {
    cause,
    headers: { 'retry-after': retryAfter },
  });
}

/** Below it the library puts links to its own documentation. */
function firstLine(error: Error): string {
  return error.message.split('\n', 1)[0] ?? '';
}

function statusOf(error: Error): number | undefined {
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function retryAfterOf(error: Error): string | undefined {
  if (!('headers' in error) || !(error.headers instanceof Headers)) return undefined;
  const value = error.headers.get('retry-after') ?? '';
  return /^[\w ,:]{1,40}$/.test(value) ? value : undefined; // seconds or a date, and nothing else
}
