import type { EndpointErrorKind } from '@assay/contracts';

/** What an HTTP status says about the endpoint; undefined for success. */
export function kindOfStatus(status: number): EndpointErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 400 ? 'http' : 'bad_response';
}

const REASONS: Readonly<Partial<Record<number, string>>> = {
  404: 'there is nothing at this address, or no such model',
  405: 'this address does not take such requests',
};

export function messageOfStatus(status: number, body: string): string {
  if (status >= 300 && status < 400 && status !== 304) {
    return `the endpoint redirects (HTTP ${status}), and redirects are not followed`;
  }
  const said = body.trim().slice(0, 300);
  const reason = REASONS[status] ?? 'the endpoint refused the request';
  return `${reason} (HTTP ${status})${said === '' ? '' : `: ${said}`}`;
}
