import type { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { appendTurns } from '../turns/append-turns.ts';
import { beginGrading, type StartedGrading } from './begin-grading.ts';
import { stopGrading } from '../runs/cancel-run-rows.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import { deleteRunRows } from '../runs/delete-run-rows.ts';
import { setRunFinished } from '../runs/end-run.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import {
  exampleInteraction,
  exampleJudgement,
  examplePlan,
  exampleRun,
  exampleScenario,
  exampleGraded,
  exampleTurn,
} from '../../testing/example-rows.ts';
import { findRun } from '../runs/find-run.ts';
import { findSummary } from '../runs/run-summary.ts';
import { insertJudgements } from './judgements.ts';
import { insertRun } from '../runs/insert-run.ts';
import type { JudgementRow } from './judgements.ts';
import { listEvents } from '../runs/list-events.ts';
import { listJudgements } from './judgements.ts';
import { findTurn, listUngraded } from '../turns/list-turns.ts';
import type { Database } from '../connection/open-database.ts';
import { beginRescore } from '../runs/begin-rescore.ts';
import { saveGrades, storeFirstGrades, type NewGrades } from './turn-grades.ts';
import { countJudgements } from './judgements.ts';
import { queryRows } from '../connection/sql.ts';

const POSITION = { scenarioNo: 0, attemptNo: 0, turnNo: 0 };
const PLAN = examplePlan({
  scenarios: [exampleScenario({ interactions: [exampleInteraction()] })],
  grading: { sinceRevision: 1, annotator: 'm' },
});

function judgement(changes: Partial<JudgementRow> = {}): JudgementRow {
  return exampleJudgement({
    result: { reason: 'half a smile \uD83E and a \0' },
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
    latencyMs: 7,
    ...changes,
  });
}

function graded(runId: RunId, changes: Partial<NewGrades> = {}): NewGrades {
  return { ...exampleGraded({ runId }), versions: undefined, ...changes };
}

describe('grading in the database', () => {
  let database: Database;
  before(async () => {
    database = await exampleDatabase(3);
  });
  after(() => database[Symbol.asyncDispose]());

  /** Stores a run whose only turn is played. */
  async function played(): Promise<RunId> {
    const run = exampleRun({ plan: PLAN });
    const lane = randomUUID();
    await insertRun(database, run, [lane]);
    const { claimed } = await claimAttempts(database, [{ id: lane, runId: run.id, retryCount: 0 }]);
    const [claim] = claimed;
    assert.ok(claim);
    const turn = exampleTurn({ runId: run.id });
    await appendTurns(database, run.id, [{ turn, claim, nextLane: lane }]);
    return run.id;
  }

  async function begin(id: RunId): Promise<StartedGrading> {
    const begun = await beginGrading(database, id);
    assert.ok(begun);
    return begun;
  }

  const save = (claim: StartedGrading, judge: number): Promise<boolean> =>
    saveGrades(database, claim, {
      grades: [
        graded(claim.runId, { revision: claim.revision, scores: { judge, overall: judge } }),
      ],
      progress: { done: 1, total: 1 },
    });

  const finish = (id: RunId, scores: object): Promise<boolean> =>
    setRunFinished(database, id, { scores, summary: scores, result: 'pass' });

  const list = (runId: RunId, since: number, revision: number) =>
    listJudgements(database, { runId, since, revision, first: POSITION, last: POSITION });

  it('saving grades updates the turn and writes an event, and a superseded claim writes nothing', async () => {
    const id = await played();
    const old = await begin(id);
    assert.deepEqual([old.done, old.total, old.revision], [0, 1, 1]);
    const now = await begin(id);
    assert.equal(await save(old, 0), false);
    assert.equal(await insertJudgements(database, old, [judgement()]), false);
    assert.equal((await findTurn(database, { runId: id, ...POSITION }))?.revision, 0);
    assert.equal(await save(now, 1), true);
    const turn = await findTurn(database, { runId: id, ...POSITION });
    assert.deepEqual([turn?.revision, turn?.scores], [1, { judge: 1, overall: 1 }]);
    assert.deepEqual([(await begin(id)).done], [1]);
    const events = await listEvents(database, id, 0);
    assert.deepEqual(events.at(-1)?.data, { done: 1, total: 1 });
    assert.deepEqual(
      events.map(({ seq }) => seq),
      events.map((_, at) => at + 1),
    );
  });

  it('the first grades of a turn are stored once, and do not replace those of models', async () => {
    const id = await played();
    const ungraded = async (): Promise<number> => {
      let turns = 0;
      for await (const page of listUngraded(database, id)) turns += page.length;
      return turns;
    };
    const scores = async (): Promise<unknown> => {
      const turn = await findTurn(database, { runId: id, ...POSITION });
      return [turn?.revision, turn?.scores];
    };
    assert.deepEqual([await ungraded(), await scores()], [1, [0, {}]]);
    const first = graded(id, { revision: 0, scores: { judge: null, overall: 0.5 } });
    await storeFirstGrades(database, [first, graded(exampleRun().id)]);
    assert.deepEqual([await ungraded(), await scores()], [0, [0, first.scores]]);
    await save(await begin(id), 1);
    await storeFirstGrades(database, [first]);
    assert.deepEqual(await scores(), [1, { judge: 1, overall: 1 }]);
  });

  it('grades of a turn that was played again do not count for the new one', async () => {
    const id = await played();
    await storeFirstGrades(database, [graded(id, { try: 1, scores: { overall: 1 } })]);
    const turn = await findTurn(database, { runId: id, ...POSITION });
    assert.deepEqual([turn?.try, turn?.scores], [0, {}]);
  });

  it('grades and judgements are not stored once grading was stopped and the run has ended', async () => {
    const id = await played();
    const claim = await begin(id);
    await stopGrading(database, id);
    assert.equal(await beginGrading(database, id), undefined);
    assert.equal((await findRun(database, id))?.stopGrading, true);
    assert.equal(await finish(id, {}), true);
    assert.equal((await findRun(database, id))?.state, 'cancelled');
    assert.equal(await save(claim, 1), false);
    assert.equal(await insertJudgements(database, claim, [judgement()]), false);
  });

  it('a judgement is stored once, even a failed one, and counted', async () => {
    const id = await played();
    const claim = await begin(id);
    const failed = judgement({ sampleNo: 1, outcome: 'judge_failed', score: null, usage: null });
    const cached = { cache_read_tokens: 1, cache_write_tokens: 2 };
    const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5, ...cached };
    await insertJudgements(database, claim, [judgement({ usage }), failed]);
    await insertJudgements(database, claim, [judgement({ score: 0 })]);
    const rows = await list(id, 1, 1);
    assert.deepEqual(
      rows.map(({ sampleNo, score }) => [sampleNo, score]),
      [
        [0, 1],
        [1, null],
      ],
    );
    assert.match(JSON.stringify(rows[0]?.result), /smile/);
    assert.deepEqual(await countJudgements(database, id, 1), [
      { kind: 'judge', model: 'm', calls: 2, failed: 1, unreported: 0, usage },
    ]);
  });

  it('judgements without reported tokens are counted separately', async () => {
    const id = await played();
    const zero = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    const rows = [judgement(), judgement({ sampleNo: 1, usage: null })];
    const silent = judgement({ sampleNo: 2, usage: zero });
    await insertJudgements(database, await begin(id), [...rows, silent]);
    const [counts] = await countJudgements(database, id, 1);
    assert.deepEqual([counts?.calls, counts?.failed, counts?.unreported], [3, 0, 2]);
  });

  it('a rescore has its own summary and reuses only the successful judgements of earlier revisions', async () => {
    const id = await played();
    const failed = judgement({ sampleNo: 1, outcome: 'judge_failed', score: null });
    await insertJudgements(database, await begin(id), [judgement(), failed]);
    assert.equal(await beginRescore(database, id, { revision: 2, plan: PLAN }), false);
    await finish(id, { overall: 0.1 });
    assert.equal(await beginRescore(database, id, { revision: 2, plan: PLAN }), true);
    assert.equal(await beginRescore(database, id, { revision: 2, plan: PLAN }), false);
    const claim = await begin(id);
    assert.deepEqual([claim.revision, claim.done], [2, 0]);
    const samples = async (since: number) =>
      (await list(id, since, 2)).map(({ sampleNo, score }) => [sampleNo, score]);
    assert.deepEqual(await samples(1), [[0, 1]]);
    assert.deepEqual(await samples(2), []);
    await insertJudgements(database, claim, [judgement({ sampleNo: 1, score: 0.5 })]);
    assert.deepEqual(await samples(1), [
      [0, 1],
      [1, 0.5],
    ]);
    await finish(id, { overall: 0.2 });
    assert.deepEqual(await findSummary(database, id), { overall: 0.2 });
    const summaries = await queryRows<{ scores: object }>(
      database,
      'select scores from run_summary where run_id = $1 order by revision',
      [id],
    );
    assert.deepEqual(
      summaries.map(({ scores }) => scores),
      [{ overall: 0.1 }, { overall: 0.2 }],
    );
    assert.equal(await deleteRunRows(database, id), true);
    assert.deepEqual(await list(id, 1, 2), []);
  });
});
