import { InteractionView, type InteractionRow } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evaluate } from '../../support/calls/evaluate.ts';
import { ask, turnPosition, refusal, walkRows } from '../../support/calls/run-api.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

const LONG = 'Überlänge 🦊 '.repeat(30);

/** Some replies match, some do not, some are missing, and some scenarios have no reference. */
const BATCH = [0, 1, 2].map((scenario) => ({
  id: `scenario ${scenario}`,
  interactions: ['right', 'wrong', 'fail', 'long'].map((user_message) => ({
    user_message,
    reference_reply: scenario === 2 ? '' : `this is right`,
  })),
}));

const ANSWERS: Readonly<Record<string, string>> = {
  right: 'This is right',
  wrong: 'Something is wrong',
  long: LONG,
};

describe('the interactions of a run', () => {
  let evals: Service;
  let endpoint: Stub;
  let runId: string;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
    endpoint = await startStub((request, response) => {
      const { messages } = request.body as { messages: readonly { content: string }[] };
      const answer = ANSWERS[messages.at(-1)?.content.split('\n').at(-1) ?? ''];
      sendJson(response, chatCompletion(answer ?? ''), answer === undefined ? 400 : 200);
    });
    const answer = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      attempts: 5,
      test_batch: BATCH,
    });
    runId = answer.run_id;
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  const listRows = (query: string): Promise<readonly InteractionRow[]> =>
    walkRows(evals, runId, query);

  const inOrder = [0, 1, 2].flatMap((scenario) =>
    [0, 1, 2, 3, 4].flatMap((attempt) =>
      [0, 1, 2, 3].map((turn) => `${scenario}/${attempt}/${turn}`),
    ),
  );

  it('are paged in order by a cursor, each exactly once', async () => {
    for (const limit of [1, 7, 59, 60, 1000]) {
      assert.deepEqual((await listRows(`?limit=${limit}`)).map(turnPosition), inOrder);
    }
  });

  it('are paged exactly once in every other order, even with many ties', async () => {
    const ranks = {
      overall: (row: InteractionRow) => row.overall ?? 2,
      '-overall': (row: InteractionRow) => (row.overall === null ? 2 : -row.overall),
      latency: (row: InteractionRow) => row.latency_ms,
      '-latency': (row: InteractionRow) => -row.latency_ms,
    };
    for (const [sort, rankOf] of Object.entries(ranks)) {
      const rows = await listRows(`?sort=${sort}&limit=7`);
      assert.deepEqual(rows.map(turnPosition).toSorted(), inOrder.toSorted(), sort);
      const found = rows.map(rankOf);
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
        sort,
      );
    }
  });

  it('are filtered by position, outcome, score, flag and part of the reply, page by page', async () => {
    const listPositions = async (query: string): Promise<readonly string[]> =>
      (await listRows(`${query}&limit=2`)).map(turnPosition);
    const matching = (pattern: RegExp): readonly string[] =>
      inOrder.filter((position) => pattern.test(position));
    assert.deepEqual(await listPositions('?scenario=1&attempt=3'), matching(/^1\/3/));
    assert.deepEqual(await listPositions('?turn=1'), matching(/1$/));
    assert.deepEqual(await listPositions('?outcome=endpoint_failed'), matching(/2$/));
    assert.deepEqual(await listPositions('?outcome=answered&attempt=0'), matching(/\/0\/[013]$/));
    assert.deepEqual(await listPositions('?q=IS%20RIGHT'), matching(/0$/));
    assert.deepEqual(await listPositions('?q=%00'), []);
    assert.deepEqual(await listPositions('?flag=after_failure'), matching(/3$/));
    assert.deepEqual(await listPositions('?flag=%00'), []);
    const low = await listRows('?below=0.99');
    assert.deepEqual(low.map(turnPosition), matching(/^[01]\/.\/[13]$/));
    assert.deepEqual(await listPositions('?scenario=9'), []);
  });

  it('are short in lists: the start of the reply, and no other text', async () => {
    const [row] = await listRows('?turn=3&limit=1000');
    assert.ok(row);
    assert.equal(row.excerpt, Array.from(LONG).slice(0, 160).join(''));
    assert.deepEqual(Object.keys(row).toSorted(), [
      'attempt',
      'error_kind',
      'excerpt',
      'flags',
      'latency_ms',
      'outcome',
      'overall',
      'passed',
      'scenario',
      'turn',
    ]);
    const [failed] = await listRows('?outcome=endpoint_failed');
    assert.deepEqual([failed?.error_kind, failed?.excerpt], ['http', 'Request failed']);
  });

  it('are returned in full one by one', async () => {
    const { status, body } = await ask(evals, `/runs/${runId}/turns/1/4/3`);
    assert.equal(status, 200);
    const view = InteractionView.parse(body);
    assert.equal(view.agent_reply, LONG);
    assert.deepEqual(
      [view.scenario, view.attempt, view.turn, view.scenario_id, view.user_message],
      [1, 4, 3, 'scenario 1', 'long'],
    );
  });

  it('explain their scores by a sum that equals the overall score, even if its parts are hidden', async () => {
    const hidden = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      scorers: ['overall'],
      test_batch: BATCH,
    });
    const explained = async (id: string, position: string): Promise<unknown> => {
      const { body } = await ask(evals, `/runs/${id}/turns/${position}`);
      const { scores, score_explanation: found } = InteractionView.parse(body);
      if (!found) return found;
      const sum = found.parts.reduce((all, { weight, score }) => all + weight * (score ?? 0), 0);
      assert.ok(Math.abs(sum - (scores['overall'] ?? -1)) < 1e-4);
      return [found.parts.map(({ metric }) => metric), Object.keys(found.reply?.metrics ?? {})];
    };
    const byWords = [['reply'], ['token_f1', 'rouge_l', 'chrf']];
    assert.deepEqual(await explained(runId, '0/0/1'), byWords);
    assert.deepEqual(await explained(hidden.run_id, '0/0/1'), byWords);
    assert.equal(await explained(runId, '0/0/2'), null, 'a failed request');
    assert.equal(await explained(runId, '2/0/0'), null, 'nothing to compare with');
  });

  it('are 404 if they do not exist, and 422 if the query is invalid', async () => {
    const missing = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';
    for (const id of [missing, 'nonsense']) {
      for (const path of [`/runs/${id}/interactions`, `/runs/${id}/turns/0/0/0`]) {
        assert.deepEqual(await refusal(evals, path), [404, 'run_not_found']);
      }
    }
    for (const position of ['3/0/0', '0/5/0', '0/0/4', '2147483647/0/0']) {
      const path = `/runs/${runId}/turns/${position}`;
      assert.deepEqual(await refusal(evals, path), [404, 'turn_not_found'], position);
    }
    const toCursor = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong = [
      'cursor=nonsense',
      'cursor=',
      `cursor=${toCursor(['position', 0, 0, 0])}`,
      `cursor=${toCursor(['position', 0, -1, 0, 0])}`,
      `cursor=${toCursor(['position', 0, 0, 0, 2 ** 31])}`,
      'sort=name',
      'below=2',
      'limit=1001',
      'outcome=lost',
      'scenario=-1',
    ];
    for (const query of wrong) {
      const path = `/runs/${runId}/interactions?${query}`;
      assert.deepEqual(await refusal(evals, path), [422, 'invalid_request'], query);
    }
    const bad = `/runs/${runId}/turns/x/0/0`;
    assert.deepEqual(await refusal(evals, bad), [422, 'invalid_request']);
  });

  it('refuse a cursor of another order', async () => {
    const { body } = await ask(evals, `/runs/${runId}/interactions?sort=latency&limit=5`);
    const { next_cursor } = body as { next_cursor: string };
    const path = `/runs/${runId}/interactions?sort=overall&cursor=${next_cursor}`;
    assert.deepEqual(await refusal(evals, path), [422, 'invalid_request']);
  });
});
