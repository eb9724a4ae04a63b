import pg from 'pg';
import { chatCompletion, sendJson } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';
import type { AttackClass, ScriptedAttack } from '../runner/attack.ts';
import { endOf, playRun, post } from '../runner/calls.ts';
import type { Environment } from '../runner/open-environment.ts';

const MARK = 'erase-me-5d1f8a20c7';

/** Returns the tables of every schema with a row that contains one of the texts. */
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

async function playMarked(environment: Environment, changes: object): Promise<string> {
  environment.answerAs('marked', (_, response) =>
    sendJson(response, chatCompletion(`${MARK} said`)),
  );
  const test_batch = {
    id: `${MARK} scenario`,
    interactions: [
      {
        user_message: `${MARK} asked`,
        reference_reply: `${MARK} expected`,
        reference_metadata: { [MARK]: MARK },
      },
    ],
  };
  return (
    await playRun(environment, {
      model_id: 'marked',
      test_name: MARK,
      tags: [MARK],
      test_batch,
      ...changes,
    })
  ).runId;
}

/** Deletes a run and names the tables that still contain it. Active jobs may take a moment to disappear. */
async function remainsOf(environment: Environment, runId: string): Promise<string | undefined> {
  const deleted = await environment.send({ ...post(`/runs/${runId}`), method: 'DELETE' });
  if (deleted.status !== 204) return `deleting answered ${deleted.status}`;
  let left: readonly string[] = [];
  await until(
    'nothing is left',
    async () => {
      left = await findRows(environment.database, [MARK, runId]);
      return left.length === 0;
    },
    5000,
  ).catch(() => undefined);
  return left.length === 0 ? undefined : `still in ${left.join(', ')}`;
}

const plain: ScriptedAttack = {
  name: 'a deleted run',
  play: async (environment) => remainsOf(environment, await playMarked(environment, {})),
};

const judged: ScriptedAttack = {
  name: 'a deleted run that a model has judged and that was rescored',
  async play(environment) {
    const runId = await playMarked(environment, { judge: { samples: 1 } });
    await environment.send(post(`/runs/${runId}/rescore`, { pass_threshold: 0.5 }));
    await endOf(environment, runId);
    return remainsOf(environment, runId);
  },
};

const repeated: ScriptedAttack = {
  name: 'a deleted run that had an Idempotency-Key with its text',
  async play(environment) {
    const request = post('/evaluate', environment.evaluation({ test_name: MARK }));
    const answer = await environment.send({ ...request, headers: { 'idempotency-key': MARK } });
    return remainsOf(environment, (JSON.parse(answer.text) as { run_id: string }).run_id);
  },
};

export const attackClass: AttackClass = {
  title: 'erasure',
  attacks: () => [plain, judged, repeated],
};
