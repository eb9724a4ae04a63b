import { ApiError, type Body, type Client } from '@fairtrial/client';
import type { DatasetSaved } from '@fairtrial/contracts';

/** A new dataset cannot have this name, because an archived one has it. */
export class ArchivedNameError extends Error {
  readonly dataset: string;

  constructor(dataset: string) {
    super('An archived dataset has this name: open it, or choose another name.');
    this.dataset = dataset;
  }
}

/** Creates a dataset. Rejects with `ArchivedNameError` if an archived one has the name. */
export async function createDataset(
  client: Client,
  name: string,
  content: Body<'PUT /datasets/:name'>,
): Promise<DatasetSaved> {
  try {
    return await client.request('PUT /datasets/:name', { name, body: content });
  } catch (error) {
    if (error instanceof ApiError && error.conflict !== undefined) {
      await refuseArchived(client, name);
    }
    throw error;
  }
}

interface NewScenarios extends Body<'PUT /datasets/:name'> {
  readonly name: string;
  readonly isNew: boolean;
}

/** Creates a dataset with the scenarios, or adds them to the latest version of an existing one. */
export async function addToDataset(
  client: Client,
  { name, isNew, scenarios, message }: NewScenarios,
): Promise<DatasetSaved> {
  if (isNew) return createDataset(client, name, { scenarios, message });
  const { latest } = await client.request('GET /datasets/:name', { name });
  return client.request('POST /datasets/:name/changes', {
    name,
    body: { base_version: latest.version, upsert: scenarios, message },
  });
}

/** Rejects if an archived dataset has the name. */
export async function refuseArchived(client: Client, name: string): Promise<void> {
  const dataset = await client.request('GET /datasets/:name', { name }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  if (typeof dataset?.archived_at === 'string') throw new ArchivedNameError(name);
}
