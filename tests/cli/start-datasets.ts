import { type Client, createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../support/services/start-service.ts';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

/** A service, and a folder with batches, for commands about datasets. */
export interface StoredDatasets extends AsyncDisposable {
  /** Has the API key of bob; the commands have that of ada. */
  readonly client: Client;
  readonly folder: string;
  fairtrial(...args: readonly string[]): Promise<Ended>;
  datasets(...args: readonly string[]): Promise<Ended>;
  /** Writes a batch into the folder and returns the name of the file. */
  write(file: string, ...scenarios: readonly object[]): Promise<string>;
  /** Writes NAME.json and pushes it. */
  store(name: string, ...scenarios: readonly object[]): Promise<void>;
}

export async function startDatasets(): Promise<StoredDatasets> {
  const folder = await mkdtemp(join(tmpdir(), 'fairtrial-datasets-'));
  const evals = await startService('evals', {
    FAIRTRIAL_API_KEYS: 'ours;name=ada,theirs;name=bob',
  });
  const env = { FAIRTRIAL_SERVER: evals.url, FAIRTRIAL_API_KEY: 'ours' };
  const fairtrial = (...args: readonly string[]) => runFairtrial(args, { cwd: folder, env });
  const write = async (file: string, ...scenarios: readonly object[]) => {
    await writeFile(join(folder, file), JSON.stringify({ test_batch: scenarios }));
    return file;
  };
  return {
    client: createClient({ baseUrl: evals.url, apiKey: 'theirs' }),
    folder,
    fairtrial,
    datasets: (...args) => fairtrial('datasets', ...args),
    write,
    async store(name, ...scenarios) {
      const file = await write(`${name}.json`, ...scenarios);
      const { code, stderr } = await fairtrial('datasets', 'push', name, file);
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
