export const SERVICES = ['agent', 'evals'] as const;
export type ServiceUnderAttack = (typeof SERVICES)[number];

/**
 * A request that is sent unchanged: no path is normalised, and only the key and the content type are added as headers.
 */
export interface AttackRequest {
  readonly service: ServiceUnderAttack;
  readonly method: string;
  readonly path: string;
  /** The name of a key of the environment; no key if absent. */
  readonly key?: KeyName;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** The callers of the environment. `alpha` and `beta` are projects; the other names describe the key. */
export const KEY_NAMES = [
  'alpha',
  'beta',
  'chat',
  'run',
  'read',
  'metrics',
  'edit',
  'ingest',
  'revoked',
  'expired',
  'unknown',
] as const;
export type KeyName = (typeof KEY_NAMES)[number];
