import { ApiError, type Client, createClient } from '@fairtrial/client';
import type { TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import type { ApiTarget } from '../../support/calls/run-api.ts';
import { startService } from '../../support/services/start-service.ts';

export const SECRET = 'sk-proj-0123456789abcdefghij';

/** A service with the keys of two editors of one project, of another project, and without the scope to edit. */
export interface DatasetService extends AsyncDisposable {
  readonly url: string;
  readonly ours: Client;
  readonly bob: Client;
  readonly theirs: Client;
  as(key: string): Client;
  api(key?: string): ApiTarget;
  put(name: string, body: unknown, headers?: Record<string, string>): Promise<PutAnswer>;
  idsOf(name: string, version?: number): Promise<readonly string[]>;
}

interface PutAnswer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: { readonly detail: string; readonly errors: readonly { pointer: string }[] };
}

const KEYS =
  'ours;project=ours;name=ada,bob;project=ours;name=bob,theirs;project=theirs,reader;project=ours;scope=read,runner;project=ours;scope=run';

export async function startDatasetService(): Promise<DatasetService> {
  const evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEYS });
  const { url } = evals;
  const as = (apiKey: string): Client => createClient({ baseUrl: url, apiKey });
  const ours = as('ours');
  const api = (key = 'ours'): ApiTarget => ({ url, headers: { authorization: `Bearer ${key}` } });
  return {
    url,
    ours,
    bob: as('bob'),
    theirs: as('theirs'),
    as,
    api,
    async put(name, body, headers = {}) {
      const response = await fetch(`${url}/datasets/${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...api().headers, ...headers },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      assert.ok(!text.includes(SECRET), 'a secret is not repeated');
      const etag = response.headers.get('etag');
      return { status: response.status, etag, body: JSON.parse(text) };
    },
    async idsOf(name, version) {
      const { scenarios } = await ours.request('GET /datasets/:name/scenarios', {
        name,
        query: { version, limit: 1000 },
      });
      return scenarios.map(({ id }) => id);
    },
    [Symbol.asyncDispose]: () => evals[Symbol.asyncDispose](),
  };
}

export function scenario(id: string, more: object = {}): TestBatch {
  return { id, interactions: [{ user_message: `message of ${id}` }], ...more } as TestBatch;
}

export async function refusalOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, 'the request was accepted');
  return error;
}
