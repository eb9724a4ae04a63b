import pg from 'pg';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, playRun, post } from '../runner/calls.ts';
import type { Stage } from '../runner/open-stage.ts';

const MARK = 'erase-me-5d1f8a20c7';

/** Tables, of every schema, with a row that holds one of the texts. */
async function findRows(database: string, texts: readonly string[]): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const where = texts.map((_, at) => `t::text like '%' || $${at + 1} || '%'`).join(' or ');
      const { rowCount } = await client.query(`select from ${name} t where ${where} limit 1`, [
        ...texts,
      ]);
      if (rowCount !== 0) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}

async function playMarked(stage: Stage, changes: object): Promise<string> {
  stage.answerAs('marked', (_, response) => sendJson(response, chatCompletion(`${MARK} said`)));
  const test_batch = {
    id: `${MARK} scenario`,
    interactions: [
      {
        user_message: `${MARK} asked`,
        reference_reply: `${MARK} expected`,
        reference_metadata: { [MARK]: MARK },
        judge_instructions: MARK,
      },
    ],
  };
  return (
    await playRun(stage, {
      model_id: 'marked',
      test_name: MARK,
      tags: [MARK],
      test_batch,
      ...changes,
    })
  ).runId;
}

/** Deletes a run and names the tables that still know it. Jobs that are under way may take a moment to go. */
async function remainsOf(stage: Stage, runId: string): Promise<string | undefined> {
  const deleted = await stage.send({ ...post(`/runs/${runId}`), method: 'DELETE' });
  if (deleted.status !== 204) return `deleting answered ${deleted.status}`;
  let left: readonly string[] = [];
  await until(
    'nothing is left',
    async () => {
      left = await findRows(stage.database, [MARK, runId]);
      return left.length === 0;
    },
    5000,
  ).catch(() => undefined);
  return left.length === 0 ? undefined : `still in ${left.join(', ')}`;
}

const plain: ScriptedAttack = {
  name: 'a deleted run',
  play: async (stage) => remainsOf(stage, await playMarked(stage, {})),
};

const judged: ScriptedAttack = {
  name: 'a deleted run that a model has judged and that was rescored',
  async play(stage) {
    const runId = await playMarked(stage, { judge: { samples: 1 } });
    await stage.send(post(`/runs/${runId}/rescore`, { pass_threshold: 0.5 }));
    await endOf(stage, runId);
    return remainsOf(stage, runId);
  },
};

const repeated: ScriptedAttack = {
  name: 'a deleted run that had an Idempotency-Key with its text',
  async play(stage) {
    const request = post('/evaluate', stage.evaluation({ test_name: MARK }));
    const answer = await stage.send({ ...request, headers: { 'idempotency-key': MARK } });
    return remainsOf(stage, (JSON.parse(answer.text) as { run_id: string }).run_id);
  },
};

export const attackClass: AttackClass = {
  title: 'erasure',
  attacks: () => [plain, judged, repeated],
};
