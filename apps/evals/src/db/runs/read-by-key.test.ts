import { RunId } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { appendTurns } from '../turns/append-turns.ts';
import { claimAttempts } from '../attempts/claim-attempts.ts';
import { endAttempts } from '../attempts/end-attempts.ts';
import { exampleDatabase } from '../../testing/example-database.ts';
import { explainCachedPlan } from '../../testing/explain-cached-plan.ts';
import { exampleGraded, exampleTurn } from '../../testing/example-rows.ts';
import type { Database } from '../connection/open-database.ts';
import { saveGrades, storeFirstGrades } from '../grading/turn-grades.ts';
import type { SqlExecutor } from '../connection/sql.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Only contains the runs whose summary is being written, so a full scan is acceptable. */
const FEW = 'run_by_finishing';

const runId = RunId.parse(randomUUIDv7());
const claim = { runId, scenarioNo: 0, attemptNo: 0, lane: randomUUID(), epoch: 0, try: 0 };
const turn = exampleTurn({ runId });
const grades = [{ ...exampleGraded({ runId }), versions: undefined }];

/** Sent for every few turns: their cost must not grow with the rest of the data. */
const STATEMENTS: Readonly<Record<string, (tx: SqlExecutor) => Promise<unknown>>> = {
  appendTurns: (tx) => appendTurns(tx, runId, [{ turn, claim, nextLane: claim.lane }]),
  endAttempts: (tx) => endAttempts(tx, [claim]),
  claimAttempts: (tx) => claimAttempts(tx, [{ id: claim.lane, runId, retryCount: 0 }]),
  saveGrades: (tx) =>
    saveGrades(tx, { runId, epoch: 1, revision: 1 }, { grades, progress: undefined }),
  storeFirstGrades: (tx) => storeFirstGrades(tx, grades),
};

/** Finished runs with ten attempts of one turn each. */
const OVER = `
with runs as (
  select (left($2, 13) || right(gen_random_uuid()::text, 23))::uuid as id from generate_series(1, $1::int)
), run as (
  insert into run (id, project, name, endpoint, model_id, attempts, tags, plan, state, created_at)
  select id, 'default', '', '', '', 10, '{}', '{}', 'completed', now() from runs
), progress as (
  insert into run_progress (run_id, turns_total, turns_finished, turns_failed, concurrency, attempts_planned,
    attempts_next, attempts_open, seq)
  select id, 10, 10, 0, 1, 10, 10, 0, 1 from runs
), attempts as (
  insert into attempt (run_id, scenario_no, attempt_no, play_order, state)
  select id, 0, n, n, 'done' from runs, generate_series(0, 9) n
)
insert into turn (run_id, scenario_no, attempt_no, turn_no, try, reply, outcome, latency_ms, flags,
  protocol)
select id, 0, n, 0, 0, 'word', 'answered', 1, '[]', 'openai' from runs, generate_series(0, 9) n`;

/** The statistics that PostgreSQL can have when it makes a plan, which it then keeps for a while. */
const STATES = [
  { what: 'new', runs: 0, isAnalysed: false },
  { what: 'full, with nothing under way', runs: 500, isAnalysed: true },
];

for (const { what, runs, isAnalysed } of STATES) {
  describe(`with plans cached while the tables were ${what}`, () => {
    let database: Database;

    before(async () => {
      database = await exampleDatabase(1);
      await database.executeSql(OVER, [runs, runId]);
      if (isAnalysed) await database.executeSql('vacuum analyze');
    });
    after(async () => {
      await database[Symbol.asyncDispose]();
    });

    for (const [name, send] of Object.entries(STATEMENTS)) {
      it(`${name} finds its rows by key with a plan cached while the tables were ${what}`, async () => {
        let root: PlanNode | undefined;
        const explained: SqlExecutor = {
          async executeSql(text, values) {
            root = await explainCachedPlan<PlanNode>(database, text, values ?? []);
            return { rows: [] };
          },
        };
        await send(explained);
        assert.ok(root);
        const readWhole = nodesOf(root)
          .filter((node) => node['Node Type'].endsWith('Scan') && node['Relation Name'])
          .filter((node) => node['Index Cond'] === undefined)
          .filter((node) => node['Index Name'] !== FEW)
          .map((node) => `${node['Node Type']} on ${node['Relation Name']}`);
        assert.deepEqual(readWhole, []);
      });
    }
  });
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
