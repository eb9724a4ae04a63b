/** Returns the URL of the agent backend started with the evaluation service, unless another one is configured. */
export function agentUrlEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const port = env['AGENT_PORT'] || '8000';
  // The port is not known yet if the system chooses it.
  if (env['AGENT_URL'] || port === '0') return {};
  return { AGENT_URL: `http://${reachableHost(env['AGENT_HOST'] || '127.0.0.1')}:${port}` };
}

/** A service that listens on every address is reachable on loopback. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns an environment that points both services at a simulator; passes on no key of the caller. */
export function simulatedEnv(port: string): NodeJS.ProcessEnv {
  const models = `http://127.0.0.1:${port}/v1`;
  return {
    SIMULATOR_PORT: port,
    EGRESS_MODE: 'local',
    ENDPOINTS: '',
    HUB_BASE_URL: models,
    HUB_API_KEY: '',
    STUDIO_BASE_URL: models,
    STUDIO_API_KEY: '',
    STUDIO_ORG_ID: '',
    STUDIO_MODELS:
      'sim-v1=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a01,sim-v2=0b7c9a52-3f5e-4f0e-9a51-5d6f6f1c1a02',
    JUDGE_MODEL: 'sim/judge',
    JUDGE_BASE_URL: models,
    JUDGE_API_KEY: '',
    USER_MODEL: 'sim/user',
    USER_BASE_URL: models,
    USER_API_KEY: '',
    EMBEDDINGS_MODEL: '',
    FAIRTRIAL_SIMULATED: '1',
  };
}
