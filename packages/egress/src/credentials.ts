/** A secret and the one origin (scheme, host, port) that may receive it. */
export interface Credential {
  readonly origin: string;
  readonly header: string;
  readonly secret: string;
}

/** Secrets bound to origins. An origin that nothing is bound to gets nothing. */
export interface Credentials {
  headersFor(url: URL): Readonly<Record<string, string>>;
}

export function bindCredentials(credentials: readonly Credential[]): Credentials {
  const byOrigin = new Map(
    credentials.map(({ origin, header, secret }) => [
      new URL(origin).origin,
      { [header.toLowerCase()]: toHeaderValue(header, secret) },
    ]),
  );
  return { headersFor: (url) => byOrigin.get(url.origin) ?? {} };
}

/**
 * A secret for every port of this machine, and nowhere else: what a single key without an address
 * means while the service itself is reached from this machine only.
 */
export function bindToLoopback({ header, secret }: Omit<Credential, 'origin'>): Credentials {
  const headers = { [header.toLowerCase()]: toHeaderValue(header, secret) };
  return { headersFor: (url) => (isLoopback(url.hostname) ? headers : {}) };
}

/** The first binding that has something for the origin wins. */
export function joinCredentials(...all: readonly Credentials[]): Credentials {
  return {
    headersFor(url) {
      const found = all.map((credentials) => credentials.headersFor(url));
      return found.find((headers) => Object.keys(headers).length > 0) ?? {};
    },
  };
}

export const noCredentials: Credentials = { headersFor: () => ({}) };

function toHeaderValue(header: string, secret: string): string {
  return header.toLowerCase() === 'authorization' ? `Bearer ${secret}` : secret;
}

/** The URL parser has already turned every spelling of an IPv4 address into four decimals. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
