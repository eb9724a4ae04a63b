import type { lookup as systemLookup, LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { addressClass, type AddressClass } from './address-class.ts';
import { EgressError } from './egress-error.ts';

export type Lookup = typeof systemLookup;

interface ConnectorOptions {
  readonly allowed: readonly AddressClass[];
  readonly timeoutMs: number;
  readonly lookup: Lookup;
}

/**
 * Connects only to allowed addresses, checked where it counts: the literal, every address a name
 * resolves to, and the peer that answered. A check of the URL alone would be a check of a promise.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const isAllowed = (address: string): boolean => options.allowed.includes(addressClass(address));
  const connect = buildConnector({
    timeout: options.timeoutMs,
    lookup: guardedLookup(options.lookup, isAllowed),
  });
  return (target, done) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) {
      done(blocked(host), null);
      return;
    }
    connect(target, (error, socket) => {
      if (error !== null) done(error, null);
      else if (isAllowed(socket.remoteAddress ?? '')) done(null, socket);
      else done(blocked(socket.destroy().remoteAddress ?? host), null);
    });
  };
}

type Resolved = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** One address out of bounds condemns the name: a mixed answer is an attack or a mistake. */
function guardedLookup(lookup: Lookup, isAllowed: (address: string) => boolean) {
  return (host: string, options: object, done: Resolved): void => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const bad = error === null && addresses.find(({ address }) => !isAllowed(address));
      if (error !== null) done(error, []);
      else if (bad) done(blocked(bad.address), []);
      else if ('all' in options && options.all === true) done(null, addresses);
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

function blocked(address: string): EgressError {
  return new EgressError('blocked', `requests to ${address} are not allowed from here`);
}
