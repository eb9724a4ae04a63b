import { isShownOnly } from '@assay/contracts';
import { EgressError } from './egress-error.ts';

const MAX_LENGTH = 2048;

/** The address of a request, refused where it could mean something else than it seems to. */
export function parseTarget(text: string): URL {
  if (text.length > MAX_LENGTH) throw bad(`the address is longer than ${MAX_LENGTH} characters`);
  const url = URL.parse(text);
  if (url === null) throw bad('the address is not a URL; it should look like https://host/path');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw bad(`the address must begin with http:// or https://; got ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '' || text.includes('\\')) {
    throw bad('the address must not carry a user name, a password or a backslash');
  }
  if (isShownOnly(text)) {
    throw bad('the address has [secret] in place of a value: write the value itself');
  }
  return url;
}

function bad(message: string): EgressError {
  return new EgressError('bad_endpoint', message);
}
