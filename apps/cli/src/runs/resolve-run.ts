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

/** The id of the baseline. `latest` is the newest completed run of this name; `undefined` if there is none. */
export async function resolveBaseline(
  client: Client,
  { named, testName }: { readonly named: string; readonly testName: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  if (named !== 'latest') return named;
  const filter = { q: testName, state: 'completed', limit: 200 } as const;
  const { runs } = await client.runs.list(filter, { signal });
  return runs.find(({ test_name }) => test_name === testName)?.run_id;
}
