import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import pg from 'pg';
import { postEvaluate, createRequest } from '../../support/calls/evaluate.ts';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { startJudge } from '../../support/data/judged-runs.ts';
import { startService, type Service } from '../../support/services/start-service.ts';
import {
  chatCompletion,
  sendJson,
  startStub,
  type SeenRequest,
} from '../../support/stubs/start-stub.ts';
import type { StubModel } from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';

/** Searched by their middle, which is the same however a secret is escaped. */
const CANARIES = {
  FAIRTRIAL_API_KEYS: 'c41f0d7e9a',
  ENDPOINTS: '9b2e6c05f3',
  JUDGE_API_KEY: '5d8a71c2e4',
};
const secretOf = (name: keyof typeof CANARIES): string => `key/${CANARIES[name]}/end`;
const CALLER = { authorization: `Bearer ${secretOf('FAIRTRIAL_API_KEYS')}` };

/** In the query of every endpoint: needed for calls, but must not be shown to readers of a run. */
const IN_QUERY = 'e07a4b';

/** Ways to encode a secret; the last one uses JSON escapes. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.replaceAll(/./g, '$& '),
  (text) => text.replaceAll(/.(?=.)/g, '$&-'),
  (text) => Buffer.from(`Bearer ${text}`).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => escapeAll(text),
];

function escapeAll(text: string): string {
  return text.replaceAll(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
}

/** Ways in which an endpoint repeats its request. */
const ECHOES: Readonly<Record<string, (request: SeenRequest, response: ServerResponse) => void>> = {
  reply: ({ headers }, response) =>
    sendJson(response, {
      ...chatCompletion(`Sent: ${headers.authorization} ${JSON.stringify(headers)}`),
      model: headers.authorization,
      metadata: { intent: headers.authorization },
    }),
  spelled: ({ headers }, response) => {
    const key = String(headers.authorization).replace('Bearer ', '');
    const said = SPELLINGS.map((spell) => spell(key)).join(' | ');
    response.setHeader('content-type', 'application/json');
    response.end(`{"content":"${said}"}`);
  },
  error: ({ headers }, response) => sendJson(response, { error: { message: headers } }, 400),
  nonsense: ({ headers }, response) => response.end(`<html>${headers.authorization}`),
  reason: ({ headers }, response) => response.writeHead(500, headers.authorization).end(),
  redirect: ({ headers }, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:1/?key=${headers.authorization}` }).end(),
  type: ({ headers }, response) =>
    response.writeHead(200, { 'content-type': headers.authorization }).end('{}'),
  packed: ({ headers }, response) =>
    response.writeHead(200, { 'content-encoding': headers.authorization }).end('{}'),
  later: ({ headers }, response) =>
    response
      .writeHead(429, {
        'retry-after': headers.authorization,
        'x-request-id': headers.authorization,
      })
      .end(),
};

const FORMATS = ['json', 'jsonl', 'csv', 'junit', 'md'];

/** A judge that repeats its key in the reason of a verdict or in an error. */
function startTalkativeJudge(): Promise<StubModel> {
  return startJudge((prompt) => {
    const said = `I was sent ${String(prompt.headers['authorization'])}`;
    return prompt.before % 2 === 0 ? verdictFor(prompt, 'B', said) : { status: 400, says: said };
  });
}

/** Returns every row of every table as text. */
async function dump(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

describe('a secret that the endpoint and the judge repeat in every possible way', () => {
  /** Outputs and stored data by source. */
  const places = new Map<string, string>();
  /** Everything that was sent to the endpoint and the judge. */
  let sent: string;

  async function read(evals: Service, path: string): Promise<void> {
    const response = await fetch(evals.url + path, { headers: CALLER });
    assert.equal(response.status, 200, path);
    const place = path.replace(/[\da-f]{8}-[\da-f-]+/, '{id}');
    places.set(place, (places.get(place) ?? '') + (await response.text()));
  }

  async function play(evals: Service, endpoint: string): Promise<void> {
    const { body } = await postEvaluate(evals, createRequest({ endpoint, attempts: 2 }), CALLER);
    places.set(`POST /evaluate ${new URL(endpoint).pathname}`, JSON.stringify(body));
    const { run_id: id } = body as { run_id: string };
    for (const part of ['', '/events', '/interactions', '/rows', '/request', '/turns/0/0/0']) {
      await read(evals, `/runs/${id}${part}`);
    }
    for (const format of FORMATS) await read(evals, `/runs/${id}/export?format=${format}`);
  }

  before(async () => {
    await using collector = await startStub((_, response) => sendJson(response, {}));
    await using judge = await startTalkativeJudge();
    await using echo = await startStub((request, response) =>
      ECHOES[request.path.split('/')[1] ?? '']?.(request, response),
    );
    await using database = await freshDatabase();
    const evals = await startService('evals', {
      FAIRTRIAL_API_KEYS: secretOf('FAIRTRIAL_API_KEYS'),
      ENDPOINTS: `${echo.url};key=${secretOf('ENDPOINTS')}`,
      ENDPOINT_RETRIES: '1',
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
      JUDGE_API_KEY: secretOf('JUDGE_API_KEY'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'trace',
    });
    try {
      for (const how of Object.keys(ECHOES))
        await play(evals, `${echo.url}/${how}/v1?api-key=${IN_QUERY}`);
      for (const path of ['/runs', '/settings', '/metrics']) await read(evals, path);
    } finally {
      await evals[Symbol.asyncDispose](); // flushes its traces and completes its log
    }
    places.set('the log', evals.output());
    places.set('traces', JSON.stringify(collector.requests));
    places.set('the database', await dump(database.url));
    sent = JSON.stringify([echo.requests, judge.prompts]);
  });

  it('was sent to both', () => {
    assert.match(sent, new RegExp(CANARIES.ENDPOINTS));
    assert.match(sent, new RegExp(CANARIES.JUDGE_API_KEY));
    assert.doesNotMatch(
      sent,
      new RegExp(CANARIES.FAIRTRIAL_API_KEYS),
      'the key of a caller is ours',
    );
  });

  it('is cut out of the stored texts, which all of these outputs show', () => {
    const kept = [
      'POST /evaluate /reply/v1',
      'the database',
      '/runs/{id}',
      '/runs/{id}/turns/0/0/0',
    ];
    for (const place of [
      ...kept,
      ...FORMATS.map((format) => `/runs/{id}/export?format=${format}`),
    ]) {
      assert.match(places.get(place) ?? '', /Bearer \[secret\]/, place);
    }
    assert.match(places.get('the database') ?? '', /I was sent Bearer \[secret\]/);
    assert.match(places.get('the log') ?? '', /"msg":"closed"/);
    assert.match(places.get('traces') ?? '', /POST \/evaluate/);
    assert.match(places.get('/metrics') ?? '', /^# TYPE/m);
  });

  it('is sent in the query of an endpoint and stored for later calls, but never shown', () => {
    assert.match(sent, new RegExp(`api-key=${IN_QUERY}`));
    const [kept, ...others] = [...places].filter(([, text]) => text.includes(IN_QUERY));
    assert.deepEqual([kept?.[0], others.map(([place]) => place)], ['the database', []]);
    assert.match(places.get('/runs') ?? '', /api-key=\[secret\]/);
  });

  for (const [name, canary] of Object.entries(CANARIES)) {
    it(`is not leaked: ${name} in answers, events, exports, settings, metrics, logs, traces and tables`, () => {
      const inBase64 = Buffer.from(secretOf(name as keyof typeof CANARIES)).toString('base64');
      const spelled = [canary, inBase64.slice(6, 18), ...SPELLINGS.map((spell) => spell(canary))];
      const leaks = [...places].flatMap(([place, text]) =>
        spelled.flatMap((one) => {
          const at = text.indexOf(one);
          return at === -1 ? [] : [[place, text.slice(Math.max(0, at - 80)).slice(0, 120)]];
        }),
      );
      assert.deepEqual(leaks, []);
    });
  }
});
