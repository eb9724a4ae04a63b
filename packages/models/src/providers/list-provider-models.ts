import { EgressError, type Credentials, type Egress, type EgressResponse } from '@fairtrial/egress';
import { z } from 'zod';
import { createV1Fallback, type SendToBase } from '../calls/v1-fallback.ts';

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
const TTL_MS = 60_000;
const FAILURE_TTL_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Lists the models of a provider (`/models`), cached for a minute; empty if it does not answer in time. Concurrent
 * callers share one request.
 */
export function createModelLister(options: ListOptions): () => Promise<readonly ProviderModel[]> {
  let cached: Promise<readonly ProviderModel[]> | undefined;
  let until = 0;
  const toBase = createV1Fallback<EgressResponse>(options.baseUrl, (response) =>
    response.discard(),
  );

  async function refresh(): Promise<readonly ProviderModel[]> {
    until = Infinity;
    let ttlMs = FAILURE_TTL_MS;
    try {
      const models = await list(options, toBase);
      if (models.length > 0) ttlMs = TTL_MS;
      return models;
    } finally {
      until = performance.now() + ttlMs;
    }
  }

  return () => {
    if (cached === undefined || performance.now() >= until) cached = refresh();
    return cached;
  };
}

async function list(
  { egress, credentials }: ListOptions,
  toBase: SendToBase<EgressResponse>,
): Promise<readonly ProviderModel[]> {
  const { signal } = new AbortController();
  const limits = { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, signal };
  try {
    const response = await toBase((base) =>
      egress.open({ url: `${base}/models`, method: 'GET', credentials, ...limits }),
    );
    const { data } = List.parse(JSON.parse(await response.text()));
    return data.map(({ id, name }) => ({ id, name }));
  } catch (thrown) {
    const isTheirs =
      thrown instanceof EgressError ||
      thrown instanceof SyntaxError ||
      thrown instanceof z.ZodError;
    if (isTheirs) return [];
    throw thrown;
  }
}
