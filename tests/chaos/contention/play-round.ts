import { RunId } from '@fairtrial/contracts';
import { randomUUID } from 'node:crypto';
import { stopRuns } from '../../../apps/evals/src/db/attempts/call-budget.ts';
import {
  claimAttempts,
  type AttemptClaim,
  type Claims,
  type LaneJob,
} from '../../../apps/evals/src/db/attempts/claim-attempts.ts';
import { endAttempts } from '../../../apps/evals/src/db/attempts/end-attempts.ts';
import { lockProgress, shareLanes } from '../../../apps/evals/src/db/attempts/share-lanes.ts';
import type { Database } from '../../../apps/evals/src/db/connection/open-database.ts';
import type { SqlExecutor } from '../../../apps/evals/src/db/connection/sql.ts';
import { beginGrading } from '../../../apps/evals/src/db/grading/begin-grading.ts';
import { saveGrades } from '../../../apps/evals/src/db/grading/turn-grades.ts';
import { idAt } from '../../../apps/evals/src/db/partitions/partition.ts';
import { setRunCancelling, stopGrading } from '../../../apps/evals/src/db/runs/cancel-run-rows.ts';
import { deleteRunRows } from '../../../apps/evals/src/db/runs/delete-run-rows.ts';
import { setRunFailed } from '../../../apps/evals/src/db/runs/end-run.ts';
import { insertRun } from '../../../apps/evals/src/db/runs/insert-run.ts';
import { retryRun } from '../../../apps/evals/src/db/runs/retry-run.ts';
import { appendTurns } from '../../../apps/evals/src/db/turns/append-turns.ts';
import { replayAttempts } from '../../../apps/evals/src/db/users/replay-attempts.ts';
import {
  examplePlan,
  exampleRun,
  exampleGraded,
  exampleTurn,
} from '../../../apps/evals/src/testing/example-rows.ts';

const LANES = 60;
const ATTEMPTS = 80;
/** How often every lane is claimed by several workers at once. */
const CLAIMS = 5;
/** Runs of one round are in different partitions: partitions of a week exist. */
const DAYS = [0, 1, 1, 3];
const DAY_MS = 24 * 3600 * 1000;
/** The characters of a run's id that are its time. */
const TIME_LENGTH = 13;
/** Sends a statement and counts it. Returns `undefined` if it fails. */
type Send = <T>(
  name: string,
  statement: (database: Database) => Promise<T>,
) => Promise<T | undefined>;

interface Round {
  readonly send: Send;
  /** One lane of each attempt that can be played at first. */
  readonly jobs: readonly LaneJob[];
  /** The first and the third have a budget; the first one is spent. */
  readonly ids: readonly [RunId, RunId, RunId, RunId];
  readonly claim: (jobs: readonly LaneJob[]) => Promise<Claims | undefined>;
}

/** Plays runs in several partitions; each phase sends its statements at once. */
export async function playRound(send: Send): Promise<void> {
  const runs = DAYS.map((day, at) => {
    const budget = at % 2 === 0 ? { budget: { calls: at === 0 ? LANES : 3 * ATTEMPTS } } : {};
    const plan = examplePlan({ attempts: ATTEMPTS, concurrency: LANES, ...budget });
    const run = exampleRun({ plan });
    const time = idAt(new Date(Date.now() + day * DAY_MS)).slice(0, TIME_LENGTH);
    return { ...run, id: RunId.parse(`${time}${run.id.slice(TIME_LENGTH)}`) };
  });
  const jobs: LaneJob[] = [];
  for (const run of runs) {
    const lanes = Array.from({ length: LANES }, () => randomUUID());
    await send('insertRun', (database) => insertRun(database, run, lanes));
    jobs.push(...lanes.map((id) => ({ id, runId: run.id, retryCount: 0 })));
  }
  const ids = runs.map(({ id }) => id) as [RunId, RunId, RunId, RunId];
  const claim: Round['claim'] = (given) =>
    send('claimAttempts', (database) => claimAttempts(database, given));
  const playing = { send, jobs, ids, claim };
  await contendForClaims(playing);
  const { claimed, refused } = (await claim(withCount(jobs, CLAIMS + 1))) ?? NOTHING;
  await contendForTurns(playing, claimed, refused);
  await contendForGrades(playing, claimed);
  await contendForEnds(playing);
}

const NOTHING: Claims = { claimed: [], refused: [] };

function withCount(jobs: readonly LaneJob[], retryCount: number): readonly LaneJob[] {
  return jobs.map((job) => ({ ...job, retryCount }));
}

async function contendForClaims({ send, jobs, ids, claim }: Round): Promise<void> {
  const [first, second] = ids;
  for (let count = 0; count < CLAIMS; count += 1) {
    const again = withCount(jobs, count);
    const cancelled = count === CLAIMS - 1 ? [first, second] : [first];
    await Promise.all([
      claim(again),
      claim(again.toReversed()),
      ...cancelled.map((id) =>
        send('setRunCancelling', (database) => setRunCancelling(database, id)),
      ),
      ...ids.map((id) => claim(again.filter(({ runId }) => runId === id).toReversed())),
      claim(withCount(jobs, count + 1)),
    ]);
  }
}

async function contendForTurns(
  { send, jobs, ids, claim }: Round,
  claimed: Claims['claimed'],
  refused: Claims['refused'],
): Promise<void> {
  const [first, second, third, fourth] = ids;
  const shuffled = claimed.toSorted((a, b) => a.lane.localeCompare(b.lane));
  /** With the progress of these runs locked. */
  const change = (
    name: string,
    runIds: readonly RunId[],
    statement: (tx: SqlExecutor) => Promise<unknown>,
  ) =>
    send(name, (database) =>
      database.transaction(async (tx) => {
        await lockProgress(tx, runIds);
        await statement(tx);
      }),
    );
  await Promise.all([
    ...shuffled.slice(0, claimed.length / 2).map((one) => append(send, one)),
    change('endAttempts', ids, (tx) => endAttempts(tx, shuffled.slice(0, claimed.length / 4))),
    change('stopRuns', ids, (tx) => stopRuns(tx, [first, third], refused)),
    change('shareLanes', [second, fourth], (tx) =>
      shareLanes(tx, [
        { runId: second, partnerId: fourth, lane: randomUUID() },
        { runId: fourth, partnerId: second, lane: randomUUID() },
      ]),
    ),
    claim(withCount(jobs, CLAIMS + 2).toReversed()),
    send('setRunCancelling', (database) => setRunCancelling(database, second)),
    send('setRunFailed', (database) => setRunFailed(database, first)),
  ]);
}

async function contendForGrades(
  { send, jobs, ids, claim }: Round,
  claimed: Claims['claimed'],
): Promise<void> {
  const [, second, third, fourth] = ids;
  await send('set finishing', (database) =>
    database.executeSql(
      `update run set state = 'finishing' where id = any($1) and state <> 'failed'`,
      [[third, fourth]],
    ),
  );
  const grading = await send('beginGrading', (database) => beginGrading(database, third));
  const { epoch } = grading ?? { epoch: 0 };
  const played = claimed.filter(({ runId }) => runId === third);
  const replay = () =>
    send('replayAttempts', (database) =>
      replayAttempts(database, third, {
        epoch,
        attempts: played.map((one) => ({ ...one, turns: 1 })),
        lanes: [randomUUID(), randomUUID()],
      }),
    );
  const grade = () =>
    send('saveGrades', (database) =>
      saveGrades(database, grading ?? { runId: third, epoch, revision: 1 }, {
        grades: played.map((one) => ({
          ...exampleGraded({ ...one, turnNo: 0 }),
          versions: undefined,
        })),
        progress: { done: 1, total: 2 },
      }),
    );
  await Promise.all([
    grade(),
    replay(),
    grade(),
    replay(),
    ...played.slice(0, 1).map((one) => append(send, one)),
    claim(withCount(jobs, CLAIMS + 3)),
    send('stopGrading', (database) => stopGrading(database, fourth)),
    send('setRunFailed', (database) => setRunFailed(database, second)),
  ]);
}

async function contendForEnds({ send, jobs, ids, claim }: Round): Promise<void> {
  const [first, second] = ids;
  const lanes = Array.from({ length: LANES }, () => randomUUID());
  const retry = (id: RunId) =>
    send('retryRun', (database) =>
      retryRun(database, id, { lanes, fromStart: [0], plannedTurns: [1] }),
    );
  await Promise.all([
    retry(first),
    retry(first),
    ...[first, second].map((runId) => claim(lanes.map((id) => ({ id, runId, retryCount: 0 })))),
    claim(withCount(jobs, CLAIMS + 4)),
    retry(second),
    send('setRunCancelling', (database) => setRunCancelling(database, first)),
    ...ids.map((id) => send('deleteRunRows', (database) => deleteRunRows(database, id))),
  ]);
}

function append(send: Send, claim: AttemptClaim & { readonly runId: RunId }): Promise<unknown> {
  const turn = exampleTurn({ ...claim, turnNo: 0 });
  const entry = { turn, claim, nextLane: claim.lane };
  return send('appendTurns', (database) => appendTurns(database, claim.runId, [entry]));
}
