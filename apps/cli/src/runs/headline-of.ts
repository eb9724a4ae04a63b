import type { Headline, RunView } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';

/** The headline of a run that is over. */
export function headlineOf({ result, overview }: Pick<RunView, 'result' | 'overview'>): Headline {
  const headline = result?.headline ?? overview?.headline;
  if (headline === undefined) {
    const advice = 'upgrade the evaluation service, or play the run again';
    throw new CliError(EXIT.service, `the run has no headline: ${advice}`);
  }
  return headline;
}
