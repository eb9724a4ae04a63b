import { isLasting, Problem } from '@assay/contracts';
import type { EgressResponse } from '@assay/egress';

/**
 * Whether an answer says of itself that asking again is of no use: with the header that OpenAI's clients
 * know, or as a problem of ours that only its operator can mend.
 */
export function isFinal({ headers }: Pick<EgressResponse, 'headers'>, body: string): boolean {
  if (headers['x-should-retry'] === 'false') return true;
  if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
  try {
    const { data } = Problem.safeParse(JSON.parse(body));
    return data !== undefined && isLasting(data.code);
  } catch {
    return false;
  }
}
