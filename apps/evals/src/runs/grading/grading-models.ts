import type { Complete, Embed, Permit } from '@assay/models';

/** The way to the models that are asked about replies. */
export interface GradingModels {
  readonly complete: Complete;
  /** Undefined where none are configured here. */
  readonly embed: Embed | undefined;
  /** What the embeddings of two strangers have in common. */
  readonly embeddingsFloor: number;
  /** For one question, everything that it takes included. */
  readonly deadlineMs: number;
  /** So many questions at once, whoever asks them. */
  enter(signal: AbortSignal): Promise<Permit>;
}
