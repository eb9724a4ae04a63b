import {
  bindCredentials,
  createEgress,
  joinCredentials,
  type Credentials,
  type Egress,
} from '@fairtrial/egress';
import type { Config } from './config.ts';

export interface EndpointEgress {
  readonly egress: Egress;
  readonly credentials: Credentials;
}

/** Egress to the endpoints under test, and their credentials. The agent backend can be one of them. */
export function createEndpointEgress(config: Config): EndpointEgress {
  const { egressMode: mode, endpointOrigins, agent } = config;
  const allowedOrigins = [...endpointOrigins, ...(agent ? [agent.url] : [])];
  return {
    egress: createEgress({ mode, allowedOrigins }),
    credentials: bindCredentials(config.credentials),
  };
}

/** The credentials of the agent backend: its own key, or else the one it has as an endpoint. */
export function bindAgentKey(config: Config): Credentials {
  const { agent } = config;
  const own =
    agent?.secret === undefined
      ? []
      : [{ url: agent.url, header: 'Authorization', secret: agent.secret }];
  return joinCredentials(bindCredentials(own), bindCredentials(config.credentials));
}
