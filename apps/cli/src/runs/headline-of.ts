import type { Headline, RunView } from '@fairtrial/contracts';
import { CliError, EXIT } from '../command/exit-code.ts';

/** The headline of a run that is over. */
export function headlineOf({ result, overview }: Pick<RunView, 'result' | 'overview'>): Headline {
  const headline = result?.headline ?? overview?.headline;
  if (headline === undefined) {
    throw new CliError(EXIT.service, 'the run is over, and the service sent no headline');
  }
  return headline;
}
