import type { Scope } from '@assay/contracts';

/** What is known of a key. The key itself is known to its holder alone. */
export interface ApiKey {
  readonly name: string;
  /** Whose runs it sees. */
  readonly project: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | undefined;
  readonly revoked: boolean;
}

/** Where keys are kept: by the SHA-256 of each. */
export interface ApiKeys {
  find(digest: Buffer): Promise<ApiKey | undefined>;
}
