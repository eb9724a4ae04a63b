import { ApiError } from '@fairtrial/client';
import type { CommandContext } from '../command/command.ts';
import { callFairtrial } from '../command/program-name.ts';
import { EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import { hint, ok, problem, type Diagnosis } from './diagnosis.ts';

/** Checks that the evaluation service answers, has the same version, is ready and accepts the API key. */
export async function* diagnoseEvals(
  { client, server, hasKey }: Services,
  { signal, version }: Pick<CommandContext, 'signal' | 'version'>,
): AsyncGenerator<Diagnosis> {
  try {
    const { info } = await client.request('GET /openapi.json', { signal });
    if (!info.title.includes('evaluation')) {
      yield problem(
        EXIT.usage,
        `${server} is '${info.title}', not the evaluation service: correct --server`,
      );
      return;
    }
    yield ok(`the evaluation service answers at ${server}`);
    yield compareVersions(info.version, version);
  } catch (error) {
    yield problem(EXIT.service, describeConnectionError(error, server));
    return;
  }
  yield await checkReadiness(client, signal);
  const access = await checkKey(client, hasKey, signal);
  yield access;
  if (access.state === 'ok') yield* diagnoseUserModel(client, signal);
}

function compareVersions(service: string, cli: string): Diagnosis {
  return service === cli
    ? ok(`it has the same version, ${cli}`)
    : hint(`it has version ${service}, this command ${cli}: update the older one`);
}

async function checkReadiness(client: Services['client'], signal: AbortSignal): Promise<Diagnosis> {
  try {
    await client.request('GET /readyz', { signal });
    return ok('its database answers');
  } catch (error) {
    const why = error instanceof ApiError ? error.detail : String(error);
    return problem(EXIT.service, `it is not ready: ${why}. Check DATABASE_URL of the service.`);
  }
}

async function checkKey(
  client: Services['client'],
  hasKey: boolean,
  signal: AbortSignal,
): Promise<Diagnosis> {
  try {
    await client.request('GET /runs', { query: { limit: 1 }, signal });
    return ok(hasKey ? 'it accepts the API key' : 'it needs no API key');
  } catch (error) {
    if (!(error instanceof ApiError) || ![401, 403].includes(error.status)) {
      return problem(EXIT.service, `it could not list its runs: ${String(error)}`);
    }
    const advice = hasKey ? 'FAIRTRIAL_API_KEY is wrong' : 'set FAIRTRIAL_API_KEY';
    return problem(EXIT.usage, `it refuses the request (${error.detail}): ${advice}`);
  }
}

/** Says which model plays simulated users. Few runs need one, so nothing is said if there is none. */
async function* diagnoseUserModel(
  client: Services['client'],
  signal: AbortSignal,
): AsyncGenerator<Diagnosis> {
  const settings = await client.request('GET /settings', { signal }).catch(() => undefined);
  const { user_model: model, judges = [] } = settings ?? {};
  if (!model) return;
  yield judges.length > 0
    ? ok(`${model} plays simulated users`)
    : hint(`${model} cannot play simulated users without a judge: set JUDGE_MODEL of the service`);
}

function describeConnectionError(error: unknown, server: string): string {
  if (!(error instanceof ApiError)) return String(error);
  if (error.code === 'unreachable') {
    return `${error.detail}: start the evaluation service with \`${callFairtrial('up')}\`, or name another with --server`;
  }
  return `${server} is not an evaluation service (${error.detail}): correct --server`;
}

/** The agent backend is optional, so a failure here is only a hint. */
export async function diagnoseAgent(
  { client, agent }: Services,
  signal: AbortSignal,
): Promise<Diagnosis> {
  try {
    const { data: models } = await client.agent.request('GET /v1/models', { signal });
    if (models.length > 0) return ok(`the agent backend at ${agent} has ${models.length} models`);
    return hint(`the agent backend at ${agent} has no models: set HUB_BASE_URL or STUDIO_BASE_URL`);
  } catch (error) {
    const why = error instanceof ApiError ? error.detail : String(error);
    return hint(`no agent backend (${why}); it is needed only if you test it`);
  }
}
