import type { Client } from '@assay/client';
import { CliError, EXIT } from '../command/exit-code.ts';

/** The id of a run that is named by its id or as `latest`. */
export async function resolveRun(
  client: Client,
  named: string,
  signal: AbortSignal,
): Promise<string> {
  if (named !== 'latest') return named;
  const { runs } = await client.runs.list({ limit: 1 }, { signal });
  const [newest] = runs;
  if (newest === undefined)
    throw new CliError(EXIT.usage, 'there is no run yet: start one with `assay run`');
  return newest.run_id;
}
