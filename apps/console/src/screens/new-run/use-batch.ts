import { useDeferredValue, useMemo } from 'react';
import { BATCH_DRAFT } from '../../batch/append-scenario.ts';
import { readBatch, type BatchReading } from '../../batch/read-batch.ts';
import { useDraft } from '../../data/use-draft.ts';

interface Batch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Undefined where there is nothing to read. */
  readonly reading: BatchReading | undefined;
}

/** The batch as it is typed, read behind the typing. */
export function useBatch(): Batch {
  const [text, setText] = useDraft(BATCH_DRAFT);
  const settled = useDeferredValue(text);
  const reading = useMemo(
    () => (settled.trim() === '' ? undefined : readBatch(settled)),
    [settled],
  );
  return { text, setText, reading };
}
