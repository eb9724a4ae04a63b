import { EgressError, type EgressResponse } from '@assay/egress';
import { failedOnTheWay, failedTry, type FailedTry } from './endpoint/failed-try.ts';
import { isFinal } from './endpoint/is-final.ts';
import { kindOfStatus, messageOfStatus } from './endpoint/kind-of-status.ts';

/** The answer, or why there is none. */
export async function openOrFail(
  send: () => Promise<EgressResponse>,
): Promise<EgressResponse | FailedTry> {
  try {
    const response = await send();
    const { status, headers } = response;
    const kind = kindOfStatus(status);
    if (kind === undefined) return response;
    const body = await response.text();
    const message = messageOfStatus(status, body);
    const retryAfter = [headers['retry-after'] ?? []].flat()[0];
    return failedTry({ kind, status, message, retryAfter, final: isFinal(response, body) });
  } catch (thrown) {
    if (!(thrown instanceof EgressError)) throw thrown;
    return failedOnTheWay(thrown);
  }
}
