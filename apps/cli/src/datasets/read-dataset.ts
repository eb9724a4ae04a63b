import { ApiError, type Client } from '@fairtrial/client';
import { DatasetReference, type DatasetView, type ScenarioRow } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';

/** A dataset that the user named, as `support`, `support@latest` or `support@7`. */
export interface NamedDataset {
  readonly name: string;
  /** Absent for the latest. */
  readonly version?: number;
}

export function parseReference(text: string): NamedDataset {
  const { error } = DatasetReference.safeParse(text);
  if (error !== undefined) {
    throw new CliError(EXIT.usage, `the dataset '${text}' ${error.issues[0]?.message}`);
  }
  const [name = '', version = 'latest'] = text.split('@');
  return version === 'latest' ? { name } : { name, version: Number(version) };
}

interface Caller {
  readonly client: Pick<Client, 'request'>;
  readonly signal: AbortSignal;
}

/** Reads a version without its scenarios; `undefined` if there is none. */
export async function findDataset(
  { client, signal }: Caller,
  { name, version }: NamedDataset,
): Promise<DatasetView | undefined> {
  const query = version === undefined ? {} : { version };
  return client.request('GET /datasets/:name', { name, query, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
}

/** Like `findDataset`, but throws if there is no such dataset or version. */
export async function readDataset(caller: Caller, named: NamedDataset): Promise<DatasetView> {
  const found = await findDataset(caller, named);
  if (found !== undefined) return found;
  const { name, version } = named;
  const what = version === undefined ? `dataset ${name}` : `version ${version} of dataset ${name}`;
  throw new CliError(
    EXIT.usage,
    `there is no ${what}: \`${callFairtrial('datasets list')}\` lists the datasets`,
  );
}

interface RowsOptions {
  readonly version: number;
  /** True: each row has its whole scenario. */
  readonly content?: boolean;
}

/** The most that the service allows; with content, its pages are smaller. */
const PAGE_ROWS = 1000;

/** Reads the scenarios of a version page by page, so that not all of them are in memory at once. */
export async function* readRows(
  { client, signal }: Caller,
  name: string,
  { version, content = false }: RowsOptions,
): AsyncGenerator<ScenarioRow> {
  let cursor: string | undefined;
  do {
    const query = { version, cursor, limit: PAGE_ROWS, ...(content && { content }) };
    const page = await client.request('GET /datasets/:name/scenarios', { name, query, signal });
    yield* page.scenarios;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
