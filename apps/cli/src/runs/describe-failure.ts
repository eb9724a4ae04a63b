import type { Client } from '@assay/client';
import type { RunView } from '@assay/contracts';
import { printable } from '../terminal/printable.ts';

/** Why requests of a run failed, by the first that did. */
export async function describeFailure(
  client: Client,
  run: RunView,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (run.failed_turns === 0) return undefined;
  const { interactions } = await client.runs.interactions(
    run.run_id,
    { outcome: 'endpoint_failed', limit: 1 },
    { signal },
  );
  const [first] = interactions;
  if (first === undefined) return undefined;
  const { error } = await client.runs.turn(run.run_id, first, { signal });
  return `${printable(run.endpoint)}: ${printable(error?.message ?? first.error_kind ?? 'failed')}`;
}
