import { EgressError, type Credentials, type Egress } from '@assay/egress';
import { z } from 'zod';
import { withoutSlash } from '../with-v1-fallback.ts';

const List = z.looseObject({
  data: z.array(z.looseObject({ id: z.string(), name: z.string().optional() })),
});

interface ListOptions {
  readonly egress: Egress;
  readonly credentials: Credentials;
  readonly baseUrl: string;
}

export interface ProviderModel {
  readonly id: string;
  readonly name: string | undefined;
}

const DEADLINE_MS = 3000;
const KEPT_MS = 60_000;
const KEPT_AFTER_FAILURE_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * What a provider lists at `/models`, kept for a minute; nothing where it does not answer in time. While
 * one caller waits for it, so do the others: a slow provider is asked once.
 */
export function createModelLister(options: ListOptions): () => Promise<readonly ProviderModel[]> {
  let kept: Promise<readonly ProviderModel[]> | undefined;
  let until = 0;

  async function refresh(): Promise<readonly ProviderModel[]> {
    until = Infinity;
    let keptFor = KEPT_AFTER_FAILURE_MS;
    try {
      const models = await list(options);
      if (models.length > 0) keptFor = KEPT_MS;
      return models;
    } finally {
      until = performance.now() + keptFor;
    }
  }

  return () => {
    if (kept === undefined || performance.now() >= until) kept = refresh();
    return kept;
  };
}

async function list({
  egress,
  credentials,
  baseUrl,
}: ListOptions): Promise<readonly ProviderModel[]> {
  const base = withoutSlash(baseUrl);
  for (const url of [`${base}/models`, `${base}/v1/models`]) {
    const { signal } = new AbortController();
    const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, signal };
    try {
      const response = await egress.open({ url, method: 'GET', credentials, ...limits });
      const text = await response.text();
      if (response.status === 404 && !base.endsWith('/v1')) continue;
      const { data } = List.parse(JSON.parse(text));
      return data.map(({ id, name }) => ({ id, name }));
    } catch (thrown) {
      if (
        thrown instanceof EgressError ||
        thrown instanceof SyntaxError ||
        thrown instanceof z.ZodError
      ) {
        return [];
      }
      throw thrown;
    }
  }
  return [];
}
