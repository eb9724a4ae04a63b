import { AppError } from '@assay/contracts';
import type { Request } from '@assay/server';

/**
 * What a run asks of its endpoint carries this header. Whoever names this service as the endpoint, with a batch
 * among the parameters, would otherwise have each of its turns start a run, and those theirs.
 */
export async function refuseOwnRuns({ headers }: Pick<Request, 'headers'>): Promise<void> {
  if (headers['x-assay-conversation'] === undefined) return;
  throw new AppError(
    'run_in_run',
    'this is a turn of a run: its endpoint is an evaluation service',
  );
}
