import type { Usage } from '@assay/contracts';
import type { TurnOrdinals } from '../turns/turn.ts';

export type JudgementKind = 'judge' | 'annotation' | 'probe';

/** One question to a model about one reply, and what came of it. */
export interface JudgementRow extends TurnOrdinals {
  readonly kind: JudgementKind;
  readonly model: string;
  readonly sampleNo: number;
  readonly outcome: 'judged' | 'judge_failed' | 'annotated' | 'annotation_failed';
  readonly score: number | null;
  /** All that was said, as whoever asked wrote it down. */
  readonly result: object;
  readonly usage: Usage | null;
  readonly latencyMs: number;
}
