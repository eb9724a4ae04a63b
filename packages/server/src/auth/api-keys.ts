import { Scope } from '@fairtrial/contracts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** An API key without its secret. */
export interface ApiKey {
  readonly name: string;
  /** The project whose runs the key can read. */
  readonly project: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | undefined;
  readonly revoked: boolean;
}

/** Looks up keys by their SHA-256. */
export interface ApiKeys {
  find(digest: Buffer): Promise<ApiKey | undefined>;
}

/**
 * A key as configured in the environment:
 * `<key or sha256:hex>[;name=ci][;project=team][;scope=run+read][;expires=2027-01-31][;revoked]`.
 */
export interface EnvApiKey extends ApiKey {
  readonly digest: Buffer;
  /** The key itself if it was configured instead of its hash, so that the log can redact it. */
  readonly secret: string | undefined;
}

const HASHED = /^sha256:([0-9a-f]{64})$/i;

const Attributes = z.strictObject({
  name: z.string().min(1).optional(),
  project: z.string().min(1).default('default'),
  scope: z
    .string()
    .transform((text) => text.split('+'))
    .pipe(z.array(Scope))
    .default([...Scope.options]),
  expires: z.iso
    .datetime()
    .or(z.iso.date())
    .transform((text) => new Date(text))
    .optional(),
  revoked: z.literal('').optional(),
});

/** Returns `undefined` if the entry is malformed. */
export function readEnvApiKey(entry: string): EnvApiKey | undefined {
  const [key = '', ...rest] = entry.split(';').map((part) => part.trim());
  const pairs = rest.map(toPair);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return undefined; // duplicate attribute
  const { data } = Attributes.safeParse(Object.fromEntries(pairs));
  if (data === undefined || key === '') return undefined;
  const hex = HASHED.exec(key)?.[1];
  if (hex === undefined && /^sha256:/i.test(key)) return undefined;
  const digest = hex === undefined ? sha256(key) : Buffer.from(hex, 'hex');
  return {
    digest,
    secret: hex === undefined ? key : undefined,
    name: data.name ?? `key-${digest.toString('hex').slice(0, 8)}`,
    project: data.project,
    scopes: data.scope,
    expiresAt: data.expires,
    revoked: data.revoked !== undefined,
  };
}

/** Compares every digest, each in constant time, so that the response time reveals no key. */
export function createEnvApiKeys(keys: readonly EnvApiKey[]): ApiKeys {
  return {
    async find(presented) {
      let known: ApiKey | undefined;
      for (const key of keys) if (timingSafeEqual(key.digest, presented)) known = key;
      return known;
    },
  };
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function toPair(attribute: string): readonly [string, string] {
  const at = attribute.indexOf('=');
  return at === -1 ? [attribute, ''] : [attribute.slice(0, at), attribute.slice(at + 1)];
}
