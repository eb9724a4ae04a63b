import { EgressError, type Credentials, type Egress, type EgressResponse } from '@assay/egress';
import { z } from 'zod';
import { findV1, type SendToBase } from '../endpoint/with-v1-fallback.ts';

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
  const toBase = findV1<EgressResponse>(options.baseUrl, (response) => response.discard());

  async function refresh(): Promise<readonly ProviderModel[]> {
    until = Infinity;
    let keptFor = KEPT_AFTER_FAILURE_MS;
    try {
      const models = await list(options, toBase);
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
