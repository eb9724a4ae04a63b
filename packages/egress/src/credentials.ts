/** A secret and the one origin (scheme, host, port) that may receive it. */
export interface Credential {
  readonly origin: string;
  readonly header: string;
  readonly secret: string;
}

export interface BoundSecret {
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

/** Secrets bound to origins. Other origins get none. */
export interface Credentials {
  find(url: URL): BoundSecret | undefined;
}

export function bindCredentials(credentials: readonly Credential[]): Credentials {
  const byOrigin = new Map(
    credentials.map((credential) => [new URL(credential.origin).origin, toBound(credential)]),
  );
  return { find: (url) => byOrigin.get(url.origin) };
}

/** A bearer token for one origin; no credentials if there is no token. */
export function bindBearerToken(origin: string, token: string | undefined): Credentials {
  if (token === undefined) return noCredentials;
  return bindCredentials([{ origin, header: 'authorization', secret: token }]);
}

/** The first binding that has something for the origin wins. */
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

function toBound({ header, secret }: Credential): BoundSecret {
  const name = header.toLowerCase();
  return { secret, headers: { [name]: name === 'authorization' ? `Bearer ${secret}` : secret } };
}
