import type { Database } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { evaluate, listTurns, postEvaluate, createRequest } from '../support/calls/evaluate.ts';
import { act, ask, postJson, rescore, untilOver } from '../support/calls/run-api.ts';
import { isLabelling, startEchoEndpoint, startJudge } from '../support/data/judged-runs.ts';
import { freshDatabase } from '../support/services/fresh-database.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import type { StubModel } from '../support/stubs/start-stub-model.ts';
import { verdictFor } from '../support/stubs/stub-judge.ts';
import { auditAs, isAudit, startStubUser } from '../support/stubs/stub-user.ts';

/** Contained in every text of a request, in the replies, in the judge's answers and in the annotator's labels. */
const MARK = 'quetzal-7731';
/** Contained in the labels of people. */
const LABELLER = 'tinamou-5520';

/** Rows about endpoints, stored targets, judges and the queue itself, not about runs: they contain no text of a run. */
const NOT_OF_RUNS =
  /^(public\.(endpoint_(limit|lease)|judge_probe|target)|fairtrial_queue\.(?!job))/;

interface Column {
  readonly table: string;
  readonly column: string;
}

describe('a deleted run', () => {
  const stack = new AsyncDisposableStack();
  let database: Database;
  let client: pg.Client;
  let echo: Stub;
  let judge: StubModel;
  let evals: Service;

  before(async () => {
    database = stack.use(await freshDatabase());
    echo = stack.use(await startEchoEndpoint());
    judge = stack.use(
      await startJudge((prompt) =>
        isAudit(prompt)
          ? auditAs(prompt, { faults: ['looped'] })
          : isLabelling(prompt)
            ? JSON.stringify({ case_id: prompt.caseId, annotations: [MARK] })
            : verdictFor(prompt, 'D', `It says ${MARK}.`),
      ),
    );
    const user = stack.use(
      await startStubUser(({ turn }) => ({
        message: `My word is ${MARK}.`,
        done: turn > 0,
        reason: MARK,
      })),
    );
    const simulator = stack.use(await startService('simulator'));
    evals = stack.use(
      await startService('evals', {
        DATABASE_URL: database.url,
        JUDGE_MODEL: 'stub/judge',
        JUDGE_BASE_URL: judge.url,
        USER_MODEL: 'stub/user',
        USER_BASE_URL: user.url,
        EMBEDDINGS_MODEL: 'sim/embed',
        EMBEDDINGS_BASE_URL: simulator.url,
      }),
    );
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await stack.disposeAsync();
  });

  /** Lists every column of every table, including partitions and queue tables, so that new tables are covered. */
  async function listColumns(): Promise<readonly Column[]> {
    const { rows } = await client.query<Column>(
      `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(a.attname) as column
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
         join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       order by 1, a.attnum`,
    );
    return rows;
  }

  async function listTables(): Promise<readonly string[]> {
    return [...new Set((await listColumns()).map(({ table }) => table))];
  }

  /** Returns the columns that contain one of these texts or its bytes. */
  async function findTexts(...texts: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { table, column } of await listColumns()) {
      const { rows } = await client.query<{ has: boolean }>(
        `select exists (select from ${table} where ${column}::text like any ($1)) as has`,
        [texts.flatMap((text) => [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`])],
      );
      if (rows[0]?.has === true) found.push(`${table}.${column}`);
    }
    return found;
  }

  async function countRows(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const table of await listTables()) {
      if (NOT_OF_RUNS.test(table)) continue;
      const { rows } = await client.query<{ rows: number }>(
        `select count(*)::int as rows from ${table}`,
      );
      counts.set(table, rows[0]?.rows ?? 0);
    }
    return counts;
  }

  const request = (changes: object = {}): object => ({
    endpoint: `${echo.url}/v1`,
    model_id: `model ${MARK}`,
    test_name: `test ${MARK}`,
    tags: [MARK],
    branch: MARK,
    system_prompt: `Say ${MARK}.`,
    history: 'none',
    note: MARK,
    gates: [`overall[*${MARK}*] >= 0`, 'allow failures'],
    test_batch: {
      id: `scenario ${MARK}`,
      description: MARK,
      interactions: [
        {
          user_message: `My word is ${MARK}.`,
          reference_reply: `Your word is ${MARK}.`,
          reference_metadata: { [MARK]: MARK },
          checks: [{ contains: MARK }, { regex: `no ${MARK}` }],
        },
        { user_message: `${MARK} fail`, reference_reply: MARK },
      ],
    },
    attempts: 2,
    ...changes,
  });

  const remove = async (id: string): Promise<void> =>
    assert.equal((await ask(evals, `/runs/${id}`, 'DELETE')).status, 204);

  it('leaves no row and no text in any table of the database, including the queue', async () => {
    const rowsBefore = await countRows();
    const { status, body } = await postEvaluate(evals, createRequest(request()), {
      'idempotency-key': `"key ${MARK}"`,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { run_id } = body as { run_id: string };
    await act(evals, run_id, 'retry');
    await untilOver(evals, run_id);
    await rescore(evals, run_id, { judge: { instructions: MARK } });
    assert.equal((await ask(evals, `/runs/${run_id}/pin`, 'PUT')).status, 200);
    assert.ok((await findTexts(MARK)).length >= 15, 'the text is found while the run is there');
    assert.equal((await ask(evals, `/runs/${run_id}/pin`, 'DELETE')).status, 204);
    await remove(run_id);
    assert.deepEqual(await findTexts(MARK, run_id), []);
    assert.deepEqual(await countRows(), rowsBefore);
  });

  it('leaves no message of a simulated user, also of conversations that were played again', async () => {
    const rowsBefore = await countRows();
    const user = { goal: `Say ${MARK}.`, persona: MARK, facts: { [MARK]: MARK } };
    const test_batch = { id: `scenario ${MARK}`, user };
    const { run_id, simulated_user } = await evaluate(evals, request({ test_batch, gates: [] }));
    assert.equal(simulated_user?.excluded.user_fault, 2);
    const found = await findTexts(MARK);
    for (const table of ['user_message', 'judgement', 'turn_superseded']) {
      assert.ok(
        found.some((column) => column.startsWith(`public.${table}`)),
        found.join(', '),
      );
    }
    assert.notEqual((await countRows()).get('public.user_audit'), 0);
    await remove(run_id);
    assert.deepEqual(await findTexts(MARK, run_id), []);
    assert.deepEqual(await countRows(), rowsBefore);
  });

  it('leaves no label, and no trace in the draw of a run that was labelled in the same queue', async () => {
    const rowsBefore = await countRows();
    const interactions = [{ user_message: 'Hello.', reference_reply: 'Hello.' }];
    const test_batch = { id: 'x', interactions };
    const play = async (): Promise<string> =>
      (await evaluate(evals, { ...createRequest({ test_batch }), endpoint: `${echo.url}/v1` }))
        .run_id;
    const [kept, deleted] = [await play(), await play()];
    const sample = await ask(evals, `/runs/${kept}/label-sample?with=${deleted}`);
    const { draw } = sample.body as { draw: string };
    const labels = [0, 1].map((item) => {
      const label = { draw, item, passed: true };
      return { ...label, labeller: LABELLER, note: `note of ${LABELLER}` };
    });
    assert.equal((await postJson(evals, `/runs/${kept}/labels`, { labels })).status, 200);
    assert.ok((await findTexts(deleted)).includes('public.label_draw.partner_run_id'));
    await remove(deleted);
    assert.deepEqual(await findTexts(deleted), []);
    assert.deepEqual(await findTexts(LABELLER), ['public.label.labeller', 'public.label.note']);
    await remove(kept);
    assert.deepEqual(await findTexts(LABELLER), []);
    assert.deepEqual(await countRows(), rowsBefore);
  });

  it('deletes the embeddings of its texts with the last run that uses them', async () => {
    const countEmbeddings = async (): Promise<number> =>
      (await countRows()).get('public.embedding') ?? 0;
    const play = async (reply: string): Promise<string> => {
      const interactions = [{ user_message: reply, reference_reply: 'Shared.' }];
      const answer = await evaluate(
        evals,
        request({ test_batch: { id: 'x', interactions }, gates: [] }),
      );
      assert.ok(typeof listTurns(answer)[0]?.scores['semantic_similarity'] === 'number');
      return answer.run_id;
    };
    assert.equal(await countEmbeddings(), 0);
    const [first, second] = [await play('One.'), await play('Two.')];
    assert.equal(await countEmbeddings(), 3);
    await remove(first);
    assert.equal(await countEmbeddings(), 2);
    await rescore(evals, second, {});
    assert.equal(await countEmbeddings(), 2);
    await remove(second);
    assert.equal(await countEmbeddings(), 0);
  });

  it('leaves nothing behind if many runs are deleted and played concurrently, and none of them fails', async () => {
    const rowsBefore = await countRows();
    const play = async (no: number): Promise<string> => {
      const texts = ['One.', 'Two.', 'Three.', `Own ${no}.`];
      const interactions = texts.map((text) => ({
        user_message: text,
        reference_reply: 'Shared.',
      }));
      const test_batch = { id: 'x', interactions };
      const { run_id } = await evaluate(evals, request({ test_batch, gates: [], attempts: 1 }));
      return run_id;
    };
    await Promise.all(Array.from({ length: 12 }, async (_, no) => remove(await play(no))));
    await until('the last jobs have ended', async () => {
      const counts = await countRows();
      return [...counts].every(([table, rows]) => rows === rowsBefore.get(table));
    });
    assert.deepEqual(await countRows(), rowsBefore);
  });
});
