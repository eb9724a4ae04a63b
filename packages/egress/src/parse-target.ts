import { isShownOnly } from '@fairtrial/contracts';
import { EgressError } from './egress-error.ts';

const MAX_LENGTH = 2048;

/** Parses the URL of a request. Throws a `bad_endpoint` error if it is too long, is
 * not an HTTP(S) URL, contains a user name, password or backslash, or was redacted for display. */
export function parseTarget(text: string): URL {
  if (text.length > MAX_LENGTH) throw bad(`the address is longer than ${MAX_LENGTH} characters`);
  const url = URL.parse(text);
  if (url === null) throw bad('the address is not a URL; it should look like https://host/path');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw bad(`the address must begin with http:// or https://; got ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('\\')) {
    throw bad('the address must not contain a user name, a password or a backslash');
  }
  if (isShownOnly(text)) {
    throw bad('the address contains the placeholder [secret]: replace it with the real value');
  }
  return url;
}

function bad(message: string): EgressError {
  return new EgressError('bad_endpoint', message);
}
