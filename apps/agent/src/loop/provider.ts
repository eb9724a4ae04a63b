/** Where models are reached, and how. */
export interface Provider {
  readonly baseUrl: string;
  /** Present where the provider queues its work (the jobs protocol). */
  readonly organization: string | undefined;
  readonly deadlineMs: number;
  /** Guarded, with the provider's key bound to its origin; knows whether the base URL lacks `/v1`. */
  readonly fetch: typeof fetch;
}

export interface Providers {
  readonly hub: Provider | undefined;
  readonly studio: Provider | undefined;
}
