import { createClient } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, lastBody, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

const PROMPT = 'TASK: Answer the question with the name of the city only.';
const FIXTURES = 'tests/cli/fixtures/import/';

const refused = (args: readonly string[]): Promise<Ended> => runFairtrial(['import', ...args]);

describe('fairtrial import', () => {
  it('writes a file that fairtrial run plays, system prompt included', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-import-'));
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Paris')),
    );
    await using evals = await startService('evals');
    const file = join(folder, 'deep', 'batch.json');
    const { stdout } = await runFairtrial(['import', `${FIXTURES}samples.jsonl`, '-o', file]);
    assert.equal(stdout, '');
    const to = ['--server', evals.url, '--endpoint', `${endpoint.url}/v1`, '--model', 'm'];
    const pages = join(folder, 'html');
    const { code, stderr } = await runFairtrial(['run', file, ...to, '--html', pages]);
    assert.equal(code, 0, stderr);
    assert.match(await readFile(join(pages, 'index.html'), 'utf8'), /line-2/);
    const page = await readFile(join(pages, 'scenario-1.html'), 'utf8');
    assert.match(page, /Capital of France\?[\s\S]*Attempt 1/, 'with every interaction');
    assert.deepEqual(lastBody(endpoint).messages[0], { role: 'system', content: PROMPT });
    await rm(folder, { recursive: true });
  });

  it('adds the scenarios to a stored dataset, and stores nothing new the second time', async () => {
    await using evals = await startService('evals');
    const client = createClient({ baseUrl: evals.url });
    const add = (file: string): Promise<Ended> =>
      runFairtrial(['import', FIXTURES + file, '--dataset', 'support', '--server', evals.url]);
    const first = await add('samples.jsonl');
    assert.equal(first.code, 0, first.stderr);
    assert.equal(first.stdout, '');
    assert.match(first.stderr, /^Stored: support@1 has 3 scenarios\.$/m);
    const second = await add('questions.csv');
    assert.match(second.stderr, /^Stored: support@2 has 6 scenarios\.$/m);
    const again = await add('questions.csv');
    assert.match(again.stderr, /^Nothing changed: support@2 has 6 scenarios\.$/m);
    const { scenarios } = await client.request('GET /datasets/:name/scenarios', {
      name: 'support',
    });
    assert.deepEqual(
      scenarios.map(({ id }) => id.replace(/^s-[\da-f]{12}$/, 's-…')),
      ['s-…', 's-…', 's-…', 'lost-card', 'hours', 's-…'],
    );
  });

  it('explains what is wrong with a file, and exits with 2', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-import-'));
    for (const [name, text, message] of [
      ['a.jsonl', '{"input": "x", "ideal": "y"}\n{broken', /a\.jsonl, line 2: is not JSON/],
      [
        'b.csv',
        'one,two\n1,2\n',
        /no column has the user messages; name one of the columns user_message/,
      ],
      ['c.yaml', 'tests: []\n', /no user message found/],
      ['d.yaml', 'tests: file://nowhere.yaml\n', /nowhere\.yaml/],
      [
        'e.json',
        '{"testing_criteria": []}',
        /e\.json: an eval needs .* add the data_source of a run/,
      ],
    ] as const) {
      const file = join(folder, name);
      await writeFile(file, text);
      const { code, stderr } = await refused([file]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    assert.equal((await refused([join(folder, 'nowhere.csv')])).code, 2);
    await rm(folder, { recursive: true });
  });

  it('reads no file outside the folder of the imported one, neither by path nor by link', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-import-'));
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'hunter2 {{question}}');
    await writeFile(join(folder, 'tests.yaml'), '- vars: { question: hunter2 }\n');
    await mkdir(join(folder, 'checkout/prompts'), { recursive: true });
    await symlink(secret, join(folder, 'checkout/link.txt'));
    await symlink('..', join(folder, 'checkout/up'));
    await writeFile(join(folder, 'checkout/prompts/own.txt'), 'Answer {{question}}');
    const file = join(folder, 'checkout/promptfooconfig.yaml');
    const importing = async (prompt: string, tests = '[{ vars: { question: Why } }]') => {
      await writeFile(file, `prompts: ['${prompt}']\ntests: ${tests}\n`);
      return refused([file]);
    };
    for (const { code, stdout, stderr } of [
      await importing('../secret.txt'),
      await importing('file://../secret.txt'),
      await importing(`file://${secret}`),
      await importing('file://link.txt'),
      await importing('file://up/secret.txt'),
      await importing('{{question}}', 'file://../tests.yaml'),
      await importing('{{question}}', '[../tests.yaml]'),
    ]) {
      assert.equal(code, 2, stdout);
      assert.match(
        stderr,
        /promptfooconfig\.yaml: .* is outside the folder of the file: copy it there/,
      );
      assert.doesNotMatch(`${stdout}${stderr}`, /hunter2/);
    }
    const own = await importing('file://prompts/own.txt');
    assert.equal(own.code, 0, own.stderr);
    assert.match(own.stdout, /Answer Why/);
    await rm(folder, { recursive: true });
  });
});
