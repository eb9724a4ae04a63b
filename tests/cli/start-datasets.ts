import { createClient, type Client } from '@assay/client';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/services/start-service.ts';
import { runAssay, type Ended } from './run-assay.ts';

/** A service, and a folder with batches, for commands about datasets. */
export interface StoredDatasets extends AsyncDisposable {
  /** Has the API key of bob; the commands have that of ada. */
  readonly client: Client;
  readonly folder: string;
  assay(...args: readonly string[]): Promise<Ended>;
  datasets(...args: readonly string[]): Promise<Ended>;
  /** Writes a batch into the folder and returns the name of the file. */
  write(file: string, ...scenarios: readonly object[]): Promise<string>;
  /** Writes NAME.json and pushes it. */
  store(name: string, ...scenarios: readonly object[]): Promise<void>;
}

export async function startDatasets(): Promise<StoredDatasets> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-datasets-'));
  const evals = await startService('evals', { ASSAY_API_KEYS: 'ours;name=ada,theirs;name=bob' });
  const env = { ASSAY_SERVER: evals.url, ASSAY_API_KEY: 'ours' };
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: folder, env });
  const write = async (file: string, ...scenarios: readonly object[]) => {
    await writeFile(join(folder, file), JSON.stringify({ test_batch: scenarios }));
    return file;
  };
  return {
    client: createClient({ baseUrl: evals.url, apiKey: 'theirs' }),
    folder,
    assay,
    datasets: (...args) => assay('datasets', ...args),
    write,
    async store(name, ...scenarios) {
      const file = await write(`${name}.json`, ...scenarios);
      const { code, stderr } = await assay('datasets', 'push', name, file);
      assert.equal(code, 0, stderr);
    },
    async [Symbol.asyncDispose]() {
      await evals[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

export function scenario(id: string, more: object = {}): object {
  return { id, interactions: [{ user_message: `message of ${id}` }], ...more };
}
