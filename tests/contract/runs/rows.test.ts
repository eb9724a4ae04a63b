import {
  EvaluationRequest,
  RunFigures,
  RunRowList,
  TestBatch,
  type RunRow,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask, refusal, viewRun } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

/** Every second attempt at `odd` is wrong; `fail` gets no answer; the last scenario has no reference. */
const BATCH = [0, 1, 2].map((scenario) => ({
  id: `scenario ${scenario}`,
  name: `Name ${scenario}`,
  interactions: ['right', 'wrong', 'odd', 'fail'].map((user_message) => ({
    id: `${user_message} ${scenario}`,
    user_message,
    reference_reply: scenario === 2 ? '' : 'this is right',
    reference_metadata: user_message === 'odd' && scenario < 2 ? { intent: 'odd one' } : {},
  })),
}));

describe('the rows of a run', () => {
  let evals: Service;
  let endpoint: Stub;
  let runId: string;
  let betterId: string;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
    const start = async (isBetter: boolean): Promise<string> => {
      const answer = await evaluate(evals, {
        endpoint: `${endpoint.url}/v1`,
        attempts: 4,
        concurrency: 1,
        test_batch: BATCH,
        system_prompt: isBetter ? 'better' : 'as ever',
        ...(isBetter && { baseline: runId }),
      });
      return answer.run_id;
    };
    let odd = 0;
    endpoint = await startStub((request, response) => {
      const { messages } = request.body as { messages: readonly { content: string }[] };
      const said = messages.at(-1)?.content.split('\n').at(-1) ?? '';
      if (said === 'fail') return sendJson(response, {}, 400);
      const isBetter = messages[0]?.content === 'better';
      const isWrong = !isBetter && (said === 'wrong' || (said === 'odd' && odd++ % 2 === 0));
      return sendJson(response, chatCompletion(isWrong ? 'Nothing of the kind' : 'this is right'));
    });
    runId = await start(false);
    betterId = await start(true);
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const listRows = async (query: string, id = runId): Promise<RunRowList> =>
    RunRowList.parse((await ask(evals, `/runs/${id}/rows${query}`)).body);
  const rowPosition = ({ scenario, turn }: RunRow): string => `${scenario}/${turn}`;
  const listPositions = async (query: string): Promise<readonly string[]> =>
    (await listRows(query)).rows.map(rowPosition);

  it('contain one row per interaction, with a score for each attempt', async () => {
    const { rows, total, next_cursor } = await listRows('?sort=position');
    assert.deepEqual([rows.length, total, next_cursor], [12, 12, null]);
    const [right, wrong, odd, fail] = rows;
    assert.deepEqual(
      [right?.scenario_name, right?.user_message, right?.scores],
      ['Name 0', 'right', [1, 1, 1, 1]],
    );
    assert.ok((wrong?.mean ?? 1) < 0.5);
    assert.equal(new Set(odd?.scores).size, 2);
    assert.equal(fail?.status, 'error');
  });

  it('pass or fail by the requested threshold', async () => {
    const statuses = async (query: string): Promise<readonly string[]> =>
      (await listRows(`?sort=position${query}`)).rows.map(({ status }) => status);
    assert.deepEqual((await statuses('')).slice(0, 4), ['scored', 'scored', 'scored', 'error']);
    assert.deepEqual((await statuses('&pass_threshold=0.6')).slice(0, 4), [
      'passed',
      'failed',
      'flaky',
      'error',
    ]);
    assert.equal((await statuses('')).at(8), 'unscored');
    assert.deepEqual(await listPositions('?sort=position&pass_threshold=0.6&status=flaky'), [
      '0/2',
      '1/2',
    ]);
  });

  it('pass or fail as in the run itself if no threshold is requested', async () => {
    const { run_id } = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      attempts: 2,
      test_batch: BATCH[0],
      pass_threshold: 0.6,
    });
    const { rows } = await listRows('?sort=position', run_id);
    assert.deepEqual(
      rows.map(({ status }) => status).filter((status) => status !== 'flaky'),
      ['passed', 'failed', 'error'],
    );
  });

  it('are paged exactly once in every order, with the same total on every page', async () => {
    for (const sort of ['score', '-score', 'position', 'latency', '-latency']) {
      const positions: string[] = [];
      let cursor = '';
      do {
        const page = await listRows(`?sort=${sort}&limit=5${cursor && `&cursor=${cursor}`}`);
        positions.push(...page.rows.map(rowPosition));
        assert.equal(page.total, 12);
        cursor = page.next_cursor ?? '';
      } while (cursor !== '');
      assert.deepEqual([positions.length, new Set(positions).size], [12, 12], sort);
    }
    const means = (await listRows('?sort=score')).rows.map(({ mean }) => mean ?? 2);
    assert.deepEqual(
      means,
      means.toSorted((a, b) => a - b),
    );
  });

  it('are filtered by score, text, scenario, label and metadata', async () => {
    assert.deepEqual(await listPositions('?sort=position&scenario=NAME%201&below=0.9'), [
      '1/1',
      '1/2',
    ]);
    assert.deepEqual(await listPositions('?sort=position&above=0.9'), ['0/0', '1/0']);
    assert.deepEqual(await listPositions('?sort=position&q=OF%20THE%20KIND&scenario=name%200'), [
      '0/1',
      '0/2',
    ]);
    assert.deepEqual(await listPositions('?sort=position&q=RIGHT&below=0.1'), []);
    assert.deepEqual(await listPositions('?sort=position&label=intent:odd%20one'), ['0/2', '1/2']);
    assert.deepEqual(await listPositions('?sort=position&label=intent:other'), []);
    assert.deepEqual(await refusal(evals, `/runs/${runId}/rows?label=x`), [422, 'invalid_request']);
    const cursor = Buffer.from('["latency",1,0,0]').toString('base64url');
    assert.deepEqual(await refusal(evals, `/runs/${runId}/rows?cursor=${cursor}`), [
      422,
      'invalid_request',
    ]);
  });

  it('are paired with the same interactions of a baseline', async () => {
    const { rows } = await listRows(`?sort=position&baseline=${runId}`, betterId);
    const own = await listRows('?sort=position');
    assert.deepEqual(
      rows.map((row) => row.baseline_mean),
      own.rows.map(({ mean }) => mean),
    );
    assert.ok((rows[1]?.mean ?? 0) > (rows[1]?.baseline_mean ?? 1));
    assert.deepEqual((await listRows('?sort=position', betterId)).rows, rows);
    const alone = await listRows('?sort=position&baseline=none', betterId);
    assert.ok(alone.rows.every(({ baseline_mean }) => baseline_mean === null));
  });

  it('are counted, and their scores are aggregated', async () => {
    const { body } = await ask(evals, `/runs/${runId}/figures?pass_threshold=0.6`);
    const { histogram, latency_ms, rows } = RunFigures.parse(body);
    assert.deepEqual(
      [rows.total, rows.passed, rows.failed, rows.flaky, rows.error, rows.unscored],
      [12, 2, 2, 2, 3, 3],
    );
    const { rows: all } = await listRows('');
    const scores = all.flatMap((row) => row.scores.filter((score) => score !== null));
    const counted = Array.from({ length: 20 }, () => 0);
    for (const score of scores) {
      const part = Math.min(19, Math.floor(score * 20));
      counted[part] = (counted[part] ?? 0) + 1;
    }
    assert.deepEqual(histogram, counted);
    assert.equal((await listRows('?metadata=differs')).total, rows.metadata_differs);
    assert.ok(latency_ms !== null && latency_ms.p95 >= latency_ms.median);
  });

  it('are summarised in lists of runs', async () => {
    const { overview, result } = await viewRun(evals, betterId);
    assert.deepEqual(overview?.ci95, result?.stats['overall']?.ci95);
    assert.equal(overview?.verdict?.baseline_run_id, runId);
    assert.equal(overview?.verdict?.improved, 2);
    assert.equal((await viewRun(evals, runId)).overview?.verdict, null);
  });

  it('come from a request that can be fetched again, whole or by scenario', async () => {
    const { body } = await ask(evals, `/runs/${runId}/request`);
    const request = EvaluationRequest.parse(body);
    const again = await evaluate(evals, request);
    const second = await ask(evals, `/runs/${again.run_id}/request`);
    assert.deepEqual(second.body, body);
    assert.equal(request.system_prompt, 'as ever');
    const scenario = TestBatch.parse((await ask(evals, `/runs/${runId}/scenarios/1`)).body);
    assert.deepEqual(
      scenario.interactions.map(({ user_message }) => user_message),
      ['right', 'wrong', 'odd', 'fail'],
    );
    assert.deepEqual(await refusal(evals, `/runs/${runId}/scenarios/3`), [404, 'not_found']);
  });

  it('are left out of a comparison on request', async () => {
    const path = `/compare?baseline=${runId}&candidate=${betterId}`;
    const [whole, small] = [await ask(evals, path), await ask(evals, `${path}&interactions=false`)];
    assert.deepEqual(small.body, { ...(whole.body as object), interactions: [] });
  });
});
