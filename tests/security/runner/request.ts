export const SERVICES = ['agent', 'evals'] as const;
export type ServiceUnderAttack = (typeof SERVICES)[number];

/** A request, sent as it stands: no path is normalised, no header is added but the key and the content type. */
export interface AttackRequest {
  readonly service: ServiceUnderAttack;
  readonly method: string;
  readonly path: string;
  /** The name of a key of the environment; absent: no key. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** The callers of the environment. `alpha` and `beta` are projects; the others say what is special about the key. */
export const KEY_NAMES = [
  'alpha',
  'beta',
  'chat',
  'run',
  'read',
  'metrics',
  'revoked',
  'expired',
  'unknown',
] as const;
export type KeyName = (typeof KEY_NAMES)[number];
