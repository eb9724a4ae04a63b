import { bindCredentials, type Credentials } from '@assay/egress';

/** A key, where there is one, is bound to its origin and to nothing else. */
export function bindKey(origin: string, secret: string | undefined): Credentials {
  return bindCredentials(secret === undefined ? [] : [{ origin, header: 'authorization', secret }]);
}
