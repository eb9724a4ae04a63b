import { CliError, EXIT } from '../command/exit-code.ts';
import type { Services } from '../settings/open-services.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

/** The description of a command's argument that `resolveRun` reads. */
export const RUN_ARGUMENT =
  'the id of a run, or latest: the newest run of the name in the configuration file, or of all if it has none';

/** The id of a run. `latest` keeps to the configured name because others use the same service. */
export async function resolveRun(
  { client, config: { name } }: Pick<Services, 'client' | 'config'>,
  named: string,
  signal: AbortSignal,
): Promise<string> {
  if (named !== 'latest') return named;
  const { runs } = await client.runs.list({ test_name: name, limit: 1 }, { signal });
  const [newest] = runs;
  if (newest !== undefined) return newest.run_id;
  const ofName = name === undefined ? '' : ` of '${sanitizeLine(name)}'`;
  throw new CliError(EXIT.usage, `there is no run${ofName} yet: start one with \`assay run\``);
}
