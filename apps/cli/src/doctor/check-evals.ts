import { ApiError } from '@assay/client';

import type { Context } from '../command/command.ts';
import { EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import { fine, remark, wrong, type Finding } from './finding.ts';

/** The evaluation service: there, the right one, able to work, and willing to listen to us. */
export async function* checkEvals(
  { client, server, hasKey }: Services,
  { signal, version }: Pick<Context, 'signal' | 'version'>,
): AsyncGenerator<Finding> {
  try {
    const { info } = await client.service.openapi({ signal });
    if (!info.title.includes('evaluation')) {
      yield wrong(
        EXIT.usage,
        `${server} is '${info.title}', not the evaluation service: mend --server`,
      );
      return;
    }
    yield fine(`the evaluation service answers at ${server}`);
    yield sameVersion(info.version, version);
  } catch (error) {
    yield wrong(EXIT.service, describe(error, server));
    return;
  }
  yield await checkReadiness(client, signal);
  yield await checkKey(client, hasKey, signal);
}

function sameVersion(theirs: string, ours: string): Finding {
  return theirs === ours
    ? fine(`it has our version, ${ours}`)
    : remark(`it has version ${theirs}, we have ${ours}: update the older one`);
}

async function checkReadiness(client: Services['client'], signal: AbortSignal): Promise<Finding> {
  try {
    await client.service.ready({ signal });
    return fine('its database answers');
  } catch (error) {
    const why = error instanceof ApiError ? error.detail : String(error);
    return wrong(EXIT.service, `it cannot work: ${why}. Look at DATABASE_URL of the service.`);
  }
}

async function checkKey(
  client: Services['client'],
  hasKey: boolean,
  signal: AbortSignal,
): Promise<Finding> {
  try {
    await client.runs.list({ limit: 1 }, { signal });
    return fine(hasKey ? 'it takes our API key' : 'it wants no API key');
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) {
      return wrong(EXIT.service, `it does not list its runs: ${String(error)}`);
    }
    const way = hasKey ? 'ASSAY_API_KEY has the wrong one' : 'set ASSAY_API_KEY';
    return wrong(EXIT.usage, `it refuses us (${error.detail}): ${way}`);
  }
}

function describe(error: unknown, server: string): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.code === 'unreachable') {
    return `${error.detail}: start the evaluation service with \`assay up\`, or name another with --server`;
  }
  return `${server} is no evaluation service (${error.detail}): mend --server`;
}
