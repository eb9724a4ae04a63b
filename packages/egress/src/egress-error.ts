import type { EndpointErrorKind } from '@fairtrial/contracts';

export type EgressErrorKind = Extract<
  EndpointErrorKind,
  'bad_endpoint' | 'blocked' | 'connect' | 'timeout' | 'bad_response'
>;

/** A request without a usable response. The message is shown to users and contains no secret. */
export class EgressError extends Error {
  readonly kind: EgressErrorKind;
  /** True if a connection was made. Without one, the endpoint did and billed nothing. */
  readonly connected: boolean;
  /** True if the connection was lost during the request; a retry may succeed. */
  readonly cutOff: boolean;

  constructor(
    kind: EgressErrorKind,
    message: string,
    options: { connected?: boolean; cutOff?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EgressError';
    this.kind = kind;
    this.connected = options.connected ?? false;
    this.cutOff = options.cutOff ?? false;
  }
}

/** Error codes raised before a connection is made. */
const CONNECT_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  EADDRNOTAVAIL: 'the address cannot be reached',
  EACCES: 'the address cannot be reached',
  EPERM: 'the address cannot be reached',
};

/** Converts an error that the HTTP client threw before the response began. */
export function toEgressError(thrown: unknown, deadlineMs: number): EgressError {
  if (thrown instanceof EgressError) return thrown;
  const code = innermostCode(thrown) ?? '';
  if (isTimeout(thrown)) return timeoutError(deadlineMs, thrown);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new EgressError('timeout', 'no connection could be made in time', { cause: thrown });
  }
  const refused = CONNECT_CODES[code];
  if (refused !== undefined) return new EgressError('connect', refused, { cause: thrown });
  if (code === 'UND_ERR_INVALID_ARG') {
    const why = thrown instanceof Error ? thrown.message : '';
    return new EgressError('bad_endpoint', `the request cannot be sent (${why})`, {
      cause: thrown,
    });
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new EgressError('bad_response', 'the answer is not valid HTTP', {
      cause: thrown,
      connected: true,
    });
  }
  return new EgressError('connect', `the connection failed (${code || 'no reason given'})`, {
    cause: thrown,
    connected: true,
    cutOff: true,
  });
}

/** Converts an error thrown while reading the response; returns the caller's abort reason if the caller aborted. */
export function toReadError(
  thrown: unknown,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): unknown {
  if (signal.aborted) return signal.reason;
  if (thrown instanceof EgressError) return thrown;
  if (isTimeout(thrown)) return timeoutError(deadlineMs, thrown);
  return new EgressError('bad_response', 'the answer was cut off', {
    cause: thrown,
    connected: true,
    cutOff: true,
  });
}

export function tooLarge(maxBytes: number): EgressError {
  return new EgressError('bad_response', `the answer is larger than ${maxBytes} bytes`, {
    connected: true,
  });
}

function timeoutError(deadlineMs: number, cause: unknown): EgressError {
  return new EgressError('timeout', `no complete answer within ${Math.ceil(deadlineMs / 1000)} s`, {
    cause,
    connected: true,
  });
}

function isTimeout(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'TimeoutError';
}

function innermostCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const inner = innermostCode(thrown.cause);
  if (inner !== undefined) return inner;
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** The request was not sent, because `startBy` had passed. */
export class StartedTooLateError extends Error {
  override readonly name = 'StartedTooLateError';
}
