import type { Sender } from './create-sender.ts';
import type { CallOptions } from './runs-api.ts';

/** Operational routes that both services have. */
export interface OperationsApi {
  /** Throws if the process is not alive. */
  live(options?: CallOptions): Promise<void>;
  /** Throws if the service is not ready. */
  ready(options?: CallOptions): Promise<void>;
  /** Metrics in Prometheus text format. */
  metrics(options?: CallOptions): Promise<string>;
  /** OpenAPI document, which contains the version. */
  openapi(options?: CallOptions): Promise<{
    readonly info: { readonly title: string; readonly version: string };
  }>;
}

export function createOperationsApi(sender: Sender): OperationsApi {
  return {
    live: async ({ signal } = {}) => void (await sender.json({ path: '/livez', signal })),
    ready: async ({ signal } = {}) => void (await sender.json({ path: '/readyz', signal })),
    metrics: ({ signal } = {}) =>
      sender.send({ path: '/metrics', signal }, (response) => response.text()),
    openapi: ({ signal } = {}) => sender.json({ path: '/openapi.json', signal }),
  };
}
