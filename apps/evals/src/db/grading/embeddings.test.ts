import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleDatabase } from '../../testing/example-database.ts';
import { exampleRun } from '../../testing/example-rows.ts';
import { explainCachedPlan } from '../../testing/explain-cached-plan.ts';
import { deleteUnsharedVectors } from './embeddings.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'TID Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function listNodes(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}

it('deleting the embeddings of runs finds each by its key, regardless of the table size', async () => {
  await using database = await exampleDatabase(1);
  await database.executeSql(
    `insert into embedding (model, digest, vector) select 'm', int4send(n), '' from generate_series(1, 20000) n;
     insert into run_embedding (run_id, model, digest)
       select gen_random_uuid(), 'm', int4send(n) from generate_series(1, 20000) n;
     analyze embedding, run_embedding`,
  );
  const plans: PlanNode[] = [];
  const explained = {
    async executeSql(text: string, values: unknown[] = []) {
      const plan = await explainCachedPlan<PlanNode>(database, text, values);
      plans.push(...[plan ?? []].flat());
      return { rows: [] };
    },
  };
  await deleteUnsharedVectors(explained, [exampleRun().id]);
  const scans = plans.flatMap(listNodes).filter((node) => /Scan/.test(node['Node Type']));
  const ofTables = scans.filter((node) => node['Relation Name'] !== undefined);
  assert.equal(ofTables.length, 6);
  for (const node of ofTables)
    assert.ok(node['Index Cond'] ?? node['TID Cond'], JSON.stringify(node));
});
