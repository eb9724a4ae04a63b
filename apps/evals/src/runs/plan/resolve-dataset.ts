import {
  AppError,
  INPUT_LIMITS,
  type EvaluationRequest,
  type TestBatch,
} from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { selectScenarios } from '../../db/datasets/select-scenarios.ts';
import type { RunPlan } from '../../entities/run.ts';
import type { RunLimits } from './validate.ts';

type Posted = NonNullable<EvaluationRequest['test_batch']>;

/** The scenarios of a run, and the version of the dataset that they come from. */
interface ResolvedScenarios {
  readonly test_batch: Posted;
  readonly dataset: RunPlan['dataset'];
}

/** Returns the scenarios of a request. If the request names a dataset, they are read from that version of it. */
export async function resolveDataset(
  database: SqlExecutor,
  { project, limits }: { readonly project: string; readonly limits: RunLimits },
  request: EvaluationRequest,
): Promise<ResolvedScenarios> {
  const { test_batch = [], dataset: reference, filter, attempts = 1 } = request;
  if (reference === undefined) return { test_batch, dataset: undefined };
  // Too many attempts are refused later, as such.
  const turnsEach = Math.floor(limits.turns / Math.min(attempts, limits.attempts));
  const maxInteractions = Math.max(1, Math.min(limits.interactions, turnsEach));
  const found = await selectScenarios(database, project, { reference, filter, maxInteractions });
  if ('problem' in found) {
    throw refuse(found.problem, request, describeSize(found, maxInteractions));
  }
  const { name, version, contentHash, scenarios } = found;
  return {
    test_batch: scenarios as TestBatch[],
    dataset: { name, version, contentHash, filter },
  };
}

type NoSelection = Extract<Awaited<ReturnType<typeof selectScenarios>>, { problem: unknown }>;
type Problem = NoSelection['problem'];

/** `the selection has 20,000 interactions, and a run with these attempts can have 10,000` */
function describeSize({ interactions = 0, bytes = 0 }: NoSelection, most: number): string {
  const [has, limit] =
    interactions > most
      ? [`${formatCount(interactions)} interactions`, formatCount(most)]
      : [`${formatCount(bytes)} bytes`, formatCount(INPUT_LIMITS.body_bytes)];
  return `the selection has ${has}, and a run with these attempts can have ${limit}`;
}

function refuse(
  problem: Problem,
  { dataset = '', filter }: EvaluationRequest,
  size: string,
): AppError {
  const [name = ''] = dataset.split('@');
  const refusals: Readonly<Record<Problem, readonly [pointer: string, detail: string]>> = {
    unknown_dataset: [
      '/dataset',
      `is not the name of a dataset of this project: store it with PUT /datasets/${name}; GET /datasets lists the names`,
    ],
    unknown_version: [
      '/dataset',
      `names a version that does not exist: GET /datasets/${name}/versions lists the versions`,
    ],
    archived: [
      '/dataset',
      `is archived: name a version, for example ${name}@1, or store a new version with PUT /datasets/${name}`,
    ],
    empty:
      filter === undefined
        ? ['/dataset', 'has no scenario: store some first']
        : [
            '/filter',
            `selects no scenario of ${dataset}: GET /datasets/${name} lists the tags, and GET /datasets/${name}/scenarios the ids`,
          ],
    too_large: [
      '/filter/sample',
      `${size}: select fewer scenarios with filter.sample, for example {"n": 100}`,
    ],
  };
  const [pointer, detail] = refusals[problem];
  const code = problem === 'too_large' ? 'limit_exceeded' : 'invalid_request';
  return new AppError(code, `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
