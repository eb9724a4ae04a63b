/** Where models are reached, and how. */
export interface Provider {
  readonly baseUrl: string;
  /** Present where the provider queues its work (the jobs protocol). */
  readonly organization: string | undefined;
  readonly deadlineMs: number;
  /** Guarded, with the provider's key bound to its origin. */
  readonly fetch: typeof fetch;
}

export interface Providers {
  readonly hub: Provider | undefined;
  readonly studio: Provider | undefined;
}
