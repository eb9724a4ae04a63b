import { EXIT } from '../command/exit-code.ts';
import { fine, remark, wrong, type Finding } from './finding.ts';

const TIMEOUT_MS = 5000;

/** Whether anybody listens where batches are played against; no model is asked anything. */
export async function checkEndpoint(
  endpoint: string | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  if (endpoint === undefined)
    return remark('no endpoint in the configuration: batches or --endpoint name it');
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return wrong(EXIT.usage, `the endpoint '${endpoint}' is no http or https address`);
  }
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    // Any answer will do: most endpoints take POST only.
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: limit });
    await answer.body?.cancel();
    return fine(`the endpoint ${endpoint} answers from here`);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return wrong(
      EXIT.target,
      `nobody answers at the endpoint ${endpoint}${code}: is the model running?`,
    );
  }
}
