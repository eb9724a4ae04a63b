import type { RunFigures, RunHead } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import { figuresQuery } from '../../data/run-queries.ts';
import { decidedIn } from '../run/decided-in.ts';

/** How many interactions passed, and by which passThreshold. */
export interface Passing {
  readonly rows: RunFigures['rows'];
  /** Undefined where it is the run's own. */
  readonly passThreshold: number | undefined;
}

/** Only for looking at a run that has no passThreshold of its own, and said beside what it decides. */
const LOOK = 0.7;

/** What passes in a run: by the passThreshold that the URL says, else by the run's own, else by one for looking. */
export function usePassing(run: RunHead, passThreshold: number | undefined): Passing | undefined {
  const client = useClient();
  const asked = useQuery(figuresQuery(client, run, passThreshold));
  const isUndecided = asked.data !== undefined && decidedIn(asked.data.rows) === 0;
  const looked = useQuery({ ...figuresQuery(client, run, LOOK), enabled: isUndecided });
  if (isUndecided) return looked.data && { rows: looked.data.rows, passThreshold: LOOK };
  return asked.data && { rows: asked.data.rows, passThreshold };
}
