import { pathSegments } from './path-segments.ts';
import { createRedactor, type Redactor } from './redact-secret.ts';

/** A secret and the address that may receive it: requests to its origin (scheme, host, port), at its path or below. */
export interface Credential {
  readonly url: string;
  readonly header: string;
  readonly secret: string;
}

export interface BoundSecret {
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the secret from what comes back; undefined if that would garble it. */
  readonly redactor: Redactor | undefined;
}

/** Secrets bound to addresses. Other addresses get none. */
export interface Credentials {
  find(url: URL): BoundSecret | undefined;
}

/** Where several are bound to an address, the one with the longest path wins, then the last one. */
export function bindCredentials(credentials: readonly Credential[]): Credentials {
  const bindings = credentials
    .map(toBinding)
    .toReversed()
    .toSorted((a, b) => b.path.length - a.path.length);
  return { find: (url) => bindings.find((binding) => isFor(binding, url))?.bound };
}

/** A bearer token for one address; no credentials if there is no token. */
export function bindBearerToken(url: string, token: string | undefined): Credentials {
  if (token === undefined) return noCredentials;
  return bindCredentials([{ url, header: 'authorization', secret: token }]);
}

/** The first binding that has something for the address wins. */
export function joinCredentials(...all: readonly Credentials[]): Credentials {
  return {
    find(url) {
      for (const credentials of all) {
        const found = credentials.find(url);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

export const noCredentials: Credentials = { find: () => undefined };

interface Binding {
  readonly origin: string;
  /** Segments; none for the whole origin. */
  readonly path: readonly string[];
  readonly bound: BoundSecret;
}

function toBinding(credential: Credential): Binding {
  const url = new URL(credential.url);
  const path = pathSegments(url);
  if (path === undefined) {
    const address = url.origin + url.pathname;
    throw new Error(
      `no key can be bound to ${address}: servers read such a path in different ways`,
    );
  }
  return { origin: url.origin, path, bound: toBound(credential) };
}

/** By whole segments: a secret for `/v1` is not sent to `/v10`. */
function isFor({ origin, path }: Binding, url: URL): boolean {
  if (url.origin !== origin) return false;
  if (path.length === 0) return true;
  const segments = pathSegments(url);
  return segments !== undefined && path.every((segment, at) => segments[at] === segment);
}

function toBound({ header, secret }: Credential): BoundSecret {
  const name = header.toLowerCase();
  const value = name === 'authorization' ? `Bearer ${secret}` : secret;
  return { headers: { [name]: value }, redactor: createRedactor(secret) };
}
