import { pathSegments } from './path-segments.ts';
import { createRedactor, type Redactor } from './redact-secret.ts';

/** A secret, sent only to the origin (scheme, host, port) of `url`, at its path or below. */
export interface Credential {
  readonly url: string;
  readonly header: string;
  readonly secret: string;
}

interface BoundSecret {
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the secret from responses; `undefined` if the secret is too short to redact without garbling text. */
  readonly redactor: Redactor | undefined;
}

/** Secrets bound to URLs. Requests to other URLs carry no secret. */
export interface Credentials {
  find(url: URL): BoundSecret | undefined;
}

/** If several credentials match a URL, the longest path wins, then the last one in the list. */
export function bindCredentials(credentials: readonly Credential[]): Credentials {
  const bindings = credentials
    .map(toBinding)
    .toReversed()
    .toSorted((a, b) => b.path.length - a.path.length);
  return { find: (url) => bindings.find((binding) => isFor(binding, url))?.bound };
}

/** Binds a bearer token to one URL; `noCredentials` if `token` is `undefined`. */
export function bindBearerToken(url: string, token: string | undefined): Credentials {
  if (token === undefined) return noCredentials;
  return bindCredentials([{ url, header: 'authorization', secret: token }]);
}

/** Tries the bindings in order; the first match wins. */
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
  /** Path segments; empty for the whole origin. */
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

/** Compares whole segments: a secret for `/v1` is not sent to `/v10`. */
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
