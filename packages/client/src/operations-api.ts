import type { Sender } from './create-sender.ts';
import type { CallOptions } from './runs-api.ts';

/** Health, metrics and description, which every service has. */
export interface OperationsApi {
  /** The process is alive. */
  live(options?: CallOptions): Promise<void>;
  /** It can do its work. */
  ready(options?: CallOptions): Promise<void>;
  /** Its metrics, in Prometheus' text format. */
  metrics(options?: CallOptions): Promise<string>;
  /** Its own description, which has its version. */
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
