import type { Headline, RunView } from '@assay/contracts';

/** The headline of a run that is over. A run that ended without a result has none: the service failed. */
export function headlineOf({ result, overview }: Pick<RunView, 'result' | 'overview'>): Headline {
  return result?.headline ?? overview?.headline ?? SERVICE_FAILED;
}

const SERVICE_FAILED: Headline = {
  result: 'service_failed',
  status: 'inconclusive',
  exit_code: 4,
  basis: null,
  title: 'the run ended without a result because the service failed',
  why: 'No score was made.',
  next: 'Look at the log of the evaluation service, then run it again.',
};
