import type { Client } from '@fairtrial/client';
import { Baseline, type RunHead } from '@fairtrial/contracts';
import { formatMany, formatShortAgo } from '@fairtrial/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import { ID_PREFIX } from '../settings/common-options.ts';
import type { Services } from '../settings/open-services.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** Help text of the argument that `resolveRun` resolves. */
export const RUN_ARGUMENT =
  'a run id or its first 4 or more characters; latest: the newest run with the name in the configuration file (of all runs if it has none); previous: the run of the same name before that';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MAX_CANDIDATES = 10;

/** Resolves an argument to a run id. `latest` is limited to the configured name because others use the same service. */
export async function resolveRun(
  { client, config: { name } }: Pick<Services, 'client' | 'config'>,
  named: string,
  signal: AbortSignal,
): Promise<string> {
  if (named === 'latest') return (await findNewest(client, name, signal)).run_id;
  if (named === 'previous') return findPrevious(client, name, signal);
  return resolveId(client, named, signal);
}

/** Resolves `--baseline`; the service resolves `latest` and `pinned`. */
export async function resolveBaseline(
  client: Client,
  named: unknown,
  signal: AbortSignal,
): Promise<Baseline | undefined> {
  if (typeof named !== 'string') return undefined;
  const { data } = Baseline.safeParse(named);
  return data ?? Baseline.parse(await resolveId(client, named, signal));
}

async function resolveId(client: Client, named: string, signal: AbortSignal): Promise<string> {
  if (ID.test(named)) return named;
  if (!ID_PREFIX.test(named)) {
    const how = 'give its id, at least the first 4 characters of it, latest or previous';
    throw new CliError(EXIT.usage, `'${named}' is not a run: ${how}. ${listHint()}`);
  }
  const query = { id_prefix: named, limit: MAX_CANDIDATES };
  const { runs, next_cursor: more } = await client.request('GET /runs', { query, signal });
  const [only, ...others] = runs;
  if (only === undefined) {
    throw new CliError(EXIT.usage, `no run id begins with ${named}. ${listHint()}`);
  }
  if (others.length === 0) return only.run_id;
  const many = `${more === null ? '' : 'more than '}${formatMany(runs.length, 'run')}`;
  throw new CliError(
    EXIT.usage,
    [`${named} is the beginning of ${many}: give more of the id.`, ...runs.map(describe)].join(
      '\n',
    ),
  );
}

async function findNewest(
  client: Client,
  name: string | undefined,
  signal: AbortSignal,
): Promise<RunHead> {
  const { runs } = await client.request('GET /runs', {
    query: { test_name: name, limit: 1 },
    signal,
  });
  const [newest] = runs;
  if (newest !== undefined) return newest;
  const ofName = name === undefined ? '' : ` of '${name}'`;
  const start = `start one with \`${callFairtrial('run')}\``;
  throw new CliError(EXIT.usage, `there is no run${ofName} yet: ${start}`);
}

async function findPrevious(
  client: Client,
  name: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { test_name } = await findNewest(client, name, signal);
  const { runs } = await client.request('GET /runs', { query: { test_name, limit: 2 }, signal });
  const [, previous] = runs;
  if (previous !== undefined) return previous.run_id;
  throw new CliError(EXIT.usage, `'${test_name}' has only one run, so there is no previous one`);
}

function describe({ run_id, created_at, test_name, model_id }: RunHead): string {
  const when = formatShortAgo(created_at, Date.now());
  return `  ${run_id}  ${when}  ${sanitizeLine(test_name)}  ${sanitizeLine(model_id)}`;
}

function listHint(): string {
  return `\`${callFairtrial('runs')}\` lists them.`;
}
