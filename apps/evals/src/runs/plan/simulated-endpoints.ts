/** The simulated models and the agent backend that asks them, which `npm start -- --simulated` starts. */
export interface SimulatedEndpoints {
  readonly addresses: readonly string[];
}

/** Whether an endpoint is simulated: another one can be tested by the same service, and its results are real. */
export function isSimulated(endpoint: string, simulated: SimulatedEndpoints | undefined): boolean {
  const place = toPlace(endpoint);
  return simulated?.addresses.some((address) => toPlace(address) === place) === true;
}

/** Host and port; all names of this machine are the same host. */
function toPlace(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  const { hostname, port, protocol } = url;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return `${isLocal ? 'local' : hostname}:${port || protocol}`;
}
