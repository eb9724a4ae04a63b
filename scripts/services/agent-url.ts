/** Where the agent backend that is started beside the evaluation service will listen, unless another one is meant. */
export function agentUrl(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const port = env['AGENT_PORT'] || '8000';
  // A port that the system chooses is not known yet.
  if (env['AGENT_URL'] || port === '0') return {};
  return { AGENT_URL: `http://${reachable(env['AGENT_HOST'] || '127.0.0.1')}:${port}` };
}

/** Who listens everywhere is reached here. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
