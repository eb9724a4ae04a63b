import {
  bindCredentials,
  bindToLoopback,
  createEgress,
  joinCredentials,
  type Credentials,
  type Egress,
} from '@assay/egress';
import type { Config } from './config.ts';

export interface EndpointEgress {
  readonly egress: Egress;
  readonly credentials: Credentials;
}

/** Egress to the endpoints under test, and their credentials. */
export function createEndpointEgress(config: Config): EndpointEgress {
  return {
    egress: createEgress({ mode: config.egressMode, allowedOrigins: config.endpointOrigins }),
    credentials: bindEndpointKeys(config),
  };
}

/** Each secret is bound to the origin of its endpoint. */
function bindEndpointKeys({ credentials, loopbackCredential }: Config): Credentials {
  return joinCredentials(
    bindCredentials(credentials),
    ...(loopbackCredential ? [bindToLoopback(loopbackCredential)] : []),
  );
}

/** The credentials of the agent backend: its own key, else the one it has as an endpoint. */
export function bindAgentKey(config: Config): Credentials {
  const { agent } = config;
  const own =
    agent?.secret === undefined
      ? []
      : [{ origin: agent.url, header: 'Authorization', secret: agent.secret }];
  return joinCredentials(bindCredentials(own), bindEndpointKeys(config));
}
