import type { Client } from '@assay/client';
import type { RunView } from '@assay/contracts';
import type { Context } from '../command/command.ts';
import { showProgress, type Progress } from '../terminal/show-progress.ts';

interface Following {
  readonly client: Client;
  readonly context: Context;
  readonly isQuiet: boolean;
}

/** Shows how far a run is until it is over, and gives its result. */
export async function followToEnd(
  { client, context: { terminal, signal }, isQuiet }: Following,
  runId: string,
): Promise<RunView> {
  const progress = showProgress(terminal, { isQuiet });
  try {
    await follow(client, { runId, signal, progress });
  } finally {
    progress.end();
  }
  return client.runs.get(runId, { interactions: false, signal });
}

interface Watched {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

async function follow(client: Client, { runId, signal, progress }: Watched): Promise<void> {
  let isLost = false;
  const onLost = (): void => {
    if (!isLost) progress.note('The connection is lost; the run goes on. Trying to get it back…');
    isLost = true;
  };
  for await (const event of client.runs.events(runId, { signal, onLost })) {
    if (isLost) progress.note('It is back.');
    isLost = false;
    if (event.type === 'run-started') progress.update({ finished: 0, failed: 0, ...event.data });
    if (event.type === 'turns-finished') progress.update(event.data);
    if (event.type === 'grading') {
      const { done: finished, total } = event.data;
      progress.update({ finished, total, failed: 0, what: 'judged' });
    }
    if (event.type === 'run-cancelling') progress.note('The run is being cancelled.');
  }
}
