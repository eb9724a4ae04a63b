import { createEgress, type Credentials, type Egress } from '@assay/egress';
import { bindEndpointKeys } from './bind-endpoint-keys.ts';
import type { Config } from './config.ts';

export interface EndpointEgress {
  readonly egress: Egress;
  readonly credentials: Credentials;
}

/** The way to the endpoints under test, with the secrets that are bound to them. */
export function createEndpointEgress(config: Config): EndpointEgress {
  return {
    egress: createEgress({ mode: config.egressMode, allowedOrigins: config.endpointOrigins }),
    credentials: bindEndpointKeys(config),
  };
}
