import { type EvaluationResponse, InteractionView, Problem, RunView } from '@fairtrial/contracts';
import { parse } from 'csv-parse/sync';
import { XMLValidator } from 'fast-xml-parser';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { evaluate, listTurns, postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import { sendJson, chatCompletion, startStub, type Stub } from '../../support/stubs/start-stub.ts';
import { until } from '../../support/services/until.ts';

const FORMATS = ['json', 'jsonl', 'csv', 'junit', 'md'];
const LONG = '👍 "long", '.repeat(95_326);
/** Replies of an endpoint as JSON carries them, including NUL and lone surrogates. */
const REPLIES = [
  '=cmd|"/C calc"!A0',
  'a\0b \uD800 c',
  'one\r\ntwo\n<script>@name</script> ]]>',
  'שלום \u202Eevil 👩‍👩‍👧',
  LONG,
];

function exportOf(evals: Service, runId: string, format: string): Promise<Response> {
  return fetch(`${evals.url}/runs/${runId}/export?format=${format}`);
}

describe('exports of a run', () => {
  let evals: Service;
  let endpoint: Stub;
  let answer: EvaluationResponse;

  before(async () => {
    evals = await startService('evals', { ENDPOINT_RETRIES: '0' });
    endpoint = await startStub((request, response) => {
      const turn = Number(request.headers['x-fairtrial-turn']);
      const reply = REPLIES[turn];
      if (reply === undefined) sendJson(response, { error: 'broken' }, 500);
      else sendJson(response, chatCompletion(reply));
    });
    const interactions = [...REPLIES, 'fails'].map((_, at) => ({
      id: `=i${at}`,
      user_message: `@question ${at}\0`,
      reference_reply: 'An answer',
      scenario: 'a field of the caller',
    }));
    answer = await evaluate(evals, {
      endpoint: `${endpoint.url}/v1`,
      test_batch: [
        { id: 'first', interactions },
        { id: 'second', interactions },
      ],
      test_name: 'Prüfung "1"\r\n/ x',
      attempts: 2,
    });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });

  it('json: equals the result of the run', async () => {
    const run = RunView.parse(await (await fetch(`${evals.url}/runs/${answer.run_id}`)).json());
    const response = await exportOf(evals, answer.run_id, 'json');
    assert.deepEqual(await response.json(), run.result);
  });

  it('jsonl: one line per interaction, equal to the full turn except for the explanation', async () => {
    const text = await (await exportOf(evals, answer.run_id, 'jsonl')).text();
    assert.ok(text.endsWith('\n'));
    const lines = text.trimEnd().split('\n');
    assert.equal(lines.length, 2 * 2 * 6);
    for (const line of lines) {
      const view = InteractionView.parse(JSON.parse(line));
      const position = `${view.scenario}/${view.attempt}/${view.turn}`;
      const turn = await fetch(`${evals.url}/runs/${answer.run_id}/turns/${position}`);
      const { score_explanation, ...inFull } = (await turn.json()) as Record<string, unknown>;
      assert.notEqual(score_explanation, undefined);
      assert.deepEqual(JSON.parse(line), inFull);
    }
  });

  it('csv: one row per interaction, with texts unchanged except for formulas', async () => {
    const csv = await (await exportOf(evals, answer.run_id, 'csv')).text();
    const rows: Record<string, string>[] = parse(csv, { columns: true, record_delimiter: '\r\n' });
    assert.equal(rows.length, 2 * 2 * 6);
    const said = listTurns(answer).map(({ agent_reply: reply }) => reply);
    assert.equal(said[4], LONG);
    assert.deepEqual(
      rows.slice(0, 6).map((row) => row['agent_reply']),
      said.map((reply) => (reply.startsWith('=') ? `'${reply}` : reply)),
    );
    assert.partialDeepStrictEqual(rows[5], {
      scenario: '0',
      turn: '5',
      scenario_id: 'first',
      interaction_id: "'=i5",
      user_message: "'@question 5\uFFFD",
      outcome: 'endpoint_failed',
      error_kind: 'http',
      'scores.answered': '0',
    });
  });

  it('junit: well-formed, with an error for each failed request and for the headline', async () => {
    const xml = await (await exportOf(evals, answer.run_id, 'junit')).text();
    assert.equal(XMLValidator.validate(xml), true);
    assert.equal(xml.match(/<testsuite /g)?.length, 3);
    assert.equal(xml.match(/<testcase /g)?.length, 1 + 2 * 2 * 6);
    assert.equal(xml.match(/<error type="http"/g)?.length, 2 * 2);
    assert.match(xml, /<testsuites [^>]*tests="25" failures="0"[^>]*errors="5"/);
  });

  it('md: a short report with the worst first', async () => {
    const report = await (await exportOf(evals, answer.run_id, 'md')).text();
    assert.ok(Buffer.byteLength(report) < 60_000);
    assert.match(report, /4 of 24 requests failed in the run/);
    assert.match(report, /^\| ` second ` \|/m);
    assert.match(report, /^- \*\*0\.000\*\* ` first `, attempt 1, turn \d/m);
    assert.equal(report.match(/^- \*\*/gm)?.length, 20);
  });

  it('every format is a file with a safe name and its media type', async () => {
    const end = answer.run_id.slice(-8);
    const expected = {
      json: ['application/json; charset=utf-8', 'json'],
      jsonl: ['application/jsonl; charset=utf-8', 'jsonl'],
      csv: ['text/csv; charset=utf-8', 'csv'],
      junit: ['application/xml; charset=utf-8', 'xml'],
      md: ['text/markdown; charset=utf-8', 'md'],
    };
    for (const [format, [type, extension]] of Object.entries(expected)) {
      const { headers, body } = await exportOf(evals, answer.run_id, format);
      await body?.cancel();
      assert.equal(headers.get('content-type'), type);
      const name = `Prufung-1-x-${end}.${extension}`;
      assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`);
    }
  });

  it('an unknown format is 422, an unknown run 404', async () => {
    assert.equal((await exportOf(evals, answer.run_id, 'xlsx')).status, 422);
    for (const id of ['nonsense', '01a1dcd3-b938-70ec-9762-1d939ad9c69d']) {
      assert.equal((await exportOf(evals, id, 'csv')).status, 404);
    }
  });

  it('a run in progress is 409 run_active; once cancelled it can be exported', async () => {
    const asked = Promise.withResolvers<void>();
    await using silent = await startStub(() => asked.resolve());
    const { body } = await postEvaluate(
      evals,
      createRequest({ endpoint: `${silent.url}/v1`, attempts: 3, concurrency: 1 }),
      { prefer: 'respond-async' },
    );
    const { run_id: runId } = RunView.parse(body);
    await asked.promise;
    for (const format of FORMATS) {
      const response = await exportOf(evals, runId, format);
      assert.equal(response.status, 409);
      assert.equal(Problem.parse(await response.json()).code, 'run_active');
      assert.equal(response.headers.get('content-disposition'), null);
    }
    await fetch(`${evals.url}/runs/${runId}/cancel`, { method: 'POST' });
    await until('the run is cancelled', async () => {
      const response = await fetch(`${evals.url}/runs/${runId}`);
      return RunView.parse(await response.json()).state === 'cancelled';
    });
    const texts = await Promise.all(
      FORMATS.map(async (format) => {
        const response = await exportOf(evals, runId, format);
        assert.equal(response.status, 200);
        return response.text();
      }),
    );
    const [json = '', jsonl, csv = '', junit = '', md = ''] = texts;
    assert.equal((JSON.parse(json) as EvaluationResponse).run_id, runId);
    assert.equal(jsonl, '');
    assert.equal(csv.split('\r\n').length, 2);
    assert.match(junit, /3 interactions were not played: the run was cancelled/);
    assert.match(md, /the run was cancelled/);
  });
});

describe('authorisation of exports', () => {
  it('requires a key of the same project', async () => {
    await using evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: 'ours;project=ours,theirs;project=theirs',
    });
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    const { body } = await postEvaluate(evals, createRequest(), bearer('ours'));
    const { run_id: runId } = body as EvaluationResponse;
    for (const format of FORMATS) {
      const path = `${evals.url}/runs/${runId}/export?format=${format}`;
      const ours = await fetch(path, { headers: bearer('ours') });
      await ours.body?.cancel();
      assert.equal(ours.status, 200);
      const theirs = await fetch(path, { headers: bearer('theirs') });
      assert.equal(Problem.parse(await theirs.json()).code, 'run_not_found');
    }
  });
});

describe('an export of a run that changes meanwhile', () => {
  it('breaks off the download instead of ending it early', async () => {
    await using database = await freshDatabase();
    await using evals = await startService('evals', { DATABASE_URL: database.url });
    const { run_id: runId } = await evaluate(evals);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // Simulates that one of its turns was removed after the export started, as in a retry.
    const sql = 'update run_progress set turns_finished = turns_finished + 1 where run_id = $1';
    await client.query(sql, [runId]);
    await client.end();
    for (const format of ['json', 'jsonl', 'csv', 'junit']) {
      await assert.rejects(async () => (await exportOf(evals, runId, format)).text(), TypeError);
    }
    assert.equal((await exportOf(evals, runId, 'md')).status, 200);
  });
});
