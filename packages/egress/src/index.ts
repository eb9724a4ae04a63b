export { createEgress, type Egress } from './create-egress.ts';
export { createFetch } from './create-fetch.ts';
export {
  bindBearerToken,
  bindCredentials,
  joinCredentials,
  noCredentials,
  type Credential,
  type Credentials,
} from './credentials.ts';
export { EgressError, StartedTooLateError } from './egress-error.ts';
export type { EgressResponse } from './guard-response.ts';
export { isPublicUrl } from './guarded-connector.ts';
export { parseTarget } from './parse-target.ts';
export { pathSegments } from './path-segments.ts';
