import ipaddr from 'ipaddr.js';

/** public: anyone may reach it. local: this machine or its network. never: no request of ours goes there. */
export type AddressClass = 'public' | 'local' | 'never';

const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Where clouds keep their secrets, outside the link-local range that is refused anyway. */
const METADATA = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254']);

/** The only IPv6 addresses that are routed in public. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The class of an IP address in any spelling; what is no address is never reached. */
export function addressClass(address: string): AddressClass {
  const withoutZone = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(withoutZone)) return 'never';
  const ip = ipaddr.process(withoutZone); // unwraps IPv4-mapped IPv6
  if (METADATA.has(ip.toString())) return 'never';
  const range = ip.range();
  if (range === 'unicast') {
    return ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6) ? 'never' : 'public';
  }
  return LOCAL_RANGES.has(range) ? 'local' : 'never';
}
