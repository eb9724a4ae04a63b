import type { Client } from '@assay/client';
import { useEffect, useState } from 'react';
import { useClient } from '../../data/api-context.ts';
import { mayHeal } from '../../data/create-query-client.ts';
import { BEFORE, followProgress, type Progress } from './follow-progress.ts';

export interface Watched {
  readonly progress: Progress;
  /** Nobody answers just now; we go on asking. */
  readonly isLost: boolean;
  readonly error: unknown;
}

const NOTHING_YET: Watched = { progress: BEFORE, isLost: false, error: undefined };

/** A run as it goes on, for as long as it is looked at: a service that is restarted is waited for. */
export function useRunProgress(runId: string): Watched {
  const client = useClient();
  const [watched, setWatched] = useState(NOTHING_YET);
  useEffect(() => {
    const leaving = new AbortController();
    void watch({ client, runId, signal: leaving.signal }, setWatched);
    return () => leaving.abort();
  }, [client, runId]);
  return watched;
}

interface Watch {
  readonly client: Client;
  readonly runId: string;
  readonly signal: AbortSignal;
}

async function watch(
  { client, runId, signal }: Watch,
  tell: (watched: Watched) => void,
): Promise<void> {
  let lastEventId = 0;
  let progress = BEFORE;
  const onLost = (): void => tell({ progress, isLost: true, error: undefined });
  while (!signal.aborted) {
    try {
      for await (const event of client.runs.events(runId, { signal, lastEventId, onLost })) {
        lastEventId = event.id;
        progress = followProgress(progress, event);
        tell({ progress, isLost: false, error: undefined });
      }
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!mayHeal(error)) {
        tell({ progress, isLost: false, error });
        return;
      }
      onLost();
    }
  }
}
