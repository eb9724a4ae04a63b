/** The simulated models and the agent backend that calls them, as started by `npm start -- --simulated`. */
export interface SimulatedEndpoints {
  readonly addresses: readonly string[];
}

/** True if the endpoint is simulated. The same service can also test other endpoints, whose results are real. */
export function isSimulated(endpoint: string, simulated: SimulatedEndpoints | undefined): boolean {
  const place = toPlace(endpoint);
  return simulated?.addresses.some((address) => toPlace(address) === place) === true;
}

/** Host and port. All names of this machine count as the same host. */
function toPlace(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '';
  const { hostname, port, protocol } = url;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return `${isLocal ? 'local' : hostname}:${port || protocol}`;
}
