import { EXIT } from '../command/exit-code.ts';
import { hint, ok, problem, type Diagnosis } from './diagnosis.ts';

const TIMEOUT_MS = 5000;

/** Checks that something answers at the endpoint under test, without calling a model. */
export async function diagnoseEndpoint(
  endpoint: string | undefined,
  signal: AbortSignal,
): Promise<Diagnosis> {
  if (endpoint === undefined)
    return hint('no endpoint in the configuration: batches or --endpoint name it');
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return problem(EXIT.usage, `the endpoint '${endpoint}' is no http or https address`);
  }
  const shown = endpoint.replace(/[?#].*$/s, ''); // a query may hold a key
  try {
    const anySignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    // Any status is fine: most endpoints accept POST only.
    const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: anySignal });
    await answer.body?.cancel();
    return ok(`the endpoint ${shown} answers from here`);
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    return problem(
      EXIT.target,
      `nothing answers at the endpoint ${shown}${code}: is the model running?`,
    );
  }
}
