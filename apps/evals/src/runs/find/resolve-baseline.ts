import { AppError, toStorable, type Baseline, type RunId } from '@fairtrial/contracts';
import { formatAgo } from '@fairtrial/format';
import { readClock } from '../../db/connection/read-clock.ts';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { findLatestPassed } from '../../db/runs/latest-passed.ts';
import { findPinnedRun } from '../../db/runs/pinned-baseline.ts';
import type { Run } from '../../entities/run.ts';
import { requireEnded } from './load-run.ts';

/** The run that needs a baseline. */
export interface BaselineSeeker {
  readonly id: RunId;
  readonly project: string;
  readonly branch: string | undefined;
  readonly plan: { readonly testName: string };
}

export interface BaselineServices {
  /** Runs of other branches are compared with this branch until a run of their own branch has passed. */
  readonly defaultBranch: string;
}

/** The run to compare with, and why it was chosen. */
export interface ResolvedBaseline {
  /** `undefined` if no run qualifies as `latest`. */
  readonly run: Run | undefined;
  readonly requested: string;
  readonly reason: string;
}

/**
 * Finds the run that a request names as `latest`, as `pinned`, or by id. Throws if a pinned or named run is missing.
 */
export async function resolveBaseline(
  tx: SqlExecutor,
  seeker: BaselineSeeker,
  { requested, ...services }: BaselineServices & { readonly requested: Baseline },
): Promise<ResolvedBaseline> {
  if (requested === 'latest') return { requested, ...(await findLatest(tx, seeker, services)) };
  if (requested === 'pinned') return { requested, ...(await findPinned(tx, seeker)) };
  const run = await requireBaseline(tx, seeker.project, requested);
  return { requested, run, reason: 'the run that the request names' };
}

type FoundBaseline = Omit<ResolvedBaseline, 'requested'>;

async function findLatest(
  tx: SqlExecutor,
  { id, project, branch, plan: { testName } }: BaselineSeeker,
  { defaultBranch }: BaselineServices,
): Promise<FoundBaseline> {
  const name = toStorable(testName).text;
  const branches = [...new Set([branch, defaultBranch])];
  for (const tried of branches) {
    const found = await findLatestPassed(tx, { project, name, branch: tried, before: id });
    if (found === undefined) continue;
    const run = await requireBaseline(tx, project, found);
    const where = describeBranch(tried);
    const when = await describeAge(tx, run);
    return { run, reason: `newest run of '${name}' that passed ${where}, ${when}` };
  }
  const where = branches.map(describeBranch).join(' or ');
  return {
    run: undefined,
    reason: `no run of '${name}' has passed ${where} yet, so there is nothing to compare with`,
  };
}

async function findPinned(
  tx: SqlExecutor,
  { project, plan: { testName } }: BaselineSeeker,
): Promise<FoundBaseline> {
  const name = toStorable(testName).text;
  const id = await findPinnedRun(tx, project, name);
  if (id === undefined) {
    throw refusal(
      `no run of '${name}' is pinned: pin one with \`fairtrial pin <run>\` or PUT /runs/<run id>/pin`,
    );
  }
  const run = await requireBaseline(tx, project, id);
  return { run, reason: `pinned baseline of '${name}', ${await describeAge(tx, run)}` };
}

/** Throws `invalid_request` if there is no such run, `run_active` if it has not ended. */
async function requireBaseline(tx: SqlExecutor, project: string, id: RunId): Promise<Run> {
  try {
    return await requireEnded(tx, project, id);
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'run_not_found') throw cause;
    throw refusal(`there is no run ${id} to compare with`);
  }
}

function describeBranch(branch: string | undefined): string {
  return branch === undefined ? 'without a branch' : `on branch ${branch}`;
}

async function describeAge(tx: SqlExecutor, { finishedAt, createdAt }: Run): Promise<string> {
  const now = await readClock(tx);
  return formatAgo((finishedAt ?? createdAt).toISOString(), now.getTime());
}

function refusal(detail: string): AppError {
  return new AppError('invalid_request', detail, { errors: [{ pointer: '/baseline', detail }] });
}
