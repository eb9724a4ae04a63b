import { select, type Tx } from './tx.ts';

/** What processes tell one another. Nothing depends on it being heard: whoever waits also looks by itself. */
export const CHANNELS = {
  /** There are new jobs. */
  jobs: 'assay_jobs',
  /** A run, by its id, has new events. */
  progress: 'assay_progress',
  /** It is to stop. */
  cancel: 'assay_cancel',
  /** It is over. */
  end: 'assay_end',
} as const;

export async function notify(
  tx: Tx,
  channel: keyof typeof CHANNELS,
  payload: string,
): Promise<void> {
  await select(tx, 'select pg_notify($1, $2)', [CHANNELS[channel], payload]);
}
