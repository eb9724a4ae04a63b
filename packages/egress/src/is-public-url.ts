import { isIP } from 'node:net';
import { addressClass } from './guarded-connector.ts';

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
