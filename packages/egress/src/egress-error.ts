import type { EndpointErrorKind } from '@assay/contracts';

export type EgressErrorKind = Extract<
  EndpointErrorKind,
  'bad_endpoint' | 'blocked' | 'connect' | 'timeout' | 'bad_response'
>;

/** A request that got no usable answer. The message is for the user and holds no secret. */
export class EgressError extends Error {
  readonly kind: EgressErrorKind;
  /** Whether a connection was made: before that, nobody has done or billed anything. */
  readonly connected: boolean;
  /** Whether the connection was lost on the way, which the next one may not be. */
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
