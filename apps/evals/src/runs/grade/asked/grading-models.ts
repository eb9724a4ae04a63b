import type { CallWebhook, Complete, Embed, Permit } from '@fairtrial/models';

/** Access to the models and own scorers that grade replies. */
export interface GradingModels {
  readonly complete: Complete;
  /** `undefined` if no embeddings model is configured. */
  readonly embed: Embed | undefined;
  /** The cosine similarity of two unrelated texts. */
  readonly embeddingsFloor: number;
  /** Own scorers by name; none if absent. */
  readonly ownScorers?: ReadonlyMap<string, CallWebhook>;
  /** Timeout of one question with all its retries. */
  readonly deadlineMs: number;
  /** Waits for a permit: the number of concurrent questions is limited for the whole process. */
  enter(signal: AbortSignal): Promise<Permit>;
}
