import { bindCredentials, bindToLoopback, joinCredentials, type Credentials } from '@assay/egress';
import type { Config } from './config.ts';

/** The secrets of endpoints, each for the origin it is bound to. */
export function bindEndpointKeys({ credentials, loopbackCredential }: Config): Credentials {
  return joinCredentials(
    bindCredentials(credentials),
    ...(loopbackCredential ? [bindToLoopback(loopbackCredential)] : []),
  );
}

/** Those for the agent backend: a key of its own, else what it gets as an endpoint. */
export function bindAgentKey(config: Config): Credentials {
  const { agent } = config;
  const own =
    agent?.secret === undefined
      ? []
      : [{ origin: agent.url, header: 'Authorization', secret: agent.secret }];
  return joinCredentials(bindCredentials(own), bindEndpointKeys(config));
}
