import ipaddr from 'ipaddr.js';
import type { lookup as systemLookup, LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { EgressError } from './egress-error.ts';

export type Lookup = typeof systemLookup;

/** public: the internet. local: this machine or its network. never: blocked in every mode. */
export type AddressClass = 'public' | 'local' | 'never';

interface ConnectorOptions {
  readonly allowed: readonly AddressClass[];
  readonly timeoutMs: number;
  readonly lookup: Lookup;
}

/**
 * Connects only to allowed addresses. Checks IP literals, every address a name resolves to, and the connected peer,
 * because DNS could bypass a check of the URL alone.
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

/** A single disallowed address blocks the name: a mixed DNS answer is an attack or a mistake. */
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
  const isPossible = addressClass(address) === 'local';
  const how = isPossible ? ': name the address in the configuration, or set EGRESS_MODE=local' : '';
  return new EgressError('blocked', `requests to ${address} are not allowed from here${how}`);
}

const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Cloud metadata services outside the link-local range, which is always blocked. */
const METADATA_ADDRESSES = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:42::42',
  'fd00:c1::a9fe:a9fe',
  'fd20:ce::254',
]);

/** AWS instance services: metadata, container credentials, DNS and time. */
const AMAZON_SERVICES = ipaddr.IPv6.parseCIDR('fd00:ec2::/32');

/** The only publicly routed IPv6 range. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Classifies an IP address in any notation; `never` if the text is not an IP address. */
export function addressClass(address: string): AddressClass {
  const withoutZone = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(withoutZone)) return 'never';
  const ip = ipaddr.process(withoutZone); // unwraps IPv4-mapped IPv6
  if (METADATA_ADDRESSES.has(ip.toString())) return 'never';
  if (ip instanceof ipaddr.IPv6 && ip.match(AMAZON_SERVICES)) return 'never';
  const range = ip.range();
  if (range === 'unicast') {
    return ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6) ? 'never' : 'public';
  }
  return LOCAL_RANGES.has(range) ? 'local' : 'never';
}

/** Suffixes of names that only resolve on private networks. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|test|invalid|arpa)$/;

/**
 * True if a URL that another service will fetch looks public: https, and a public IP address or a name with a domain.
 * Names are not resolved, because the other service resolves them again.
 */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replaceAll(/^\[|\]$|\.$/g, '');
  if (isIP(host) !== 0) return addressClass(host) === 'public';
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
