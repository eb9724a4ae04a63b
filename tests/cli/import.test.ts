import { EvaluationRequest, type TestBatch } from '@assay/contracts';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, lastBody, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runAssay, type Ended } from './run-assay.ts';

const PROMPT = 'TASK: Answer the question with the name of the city only.';
const FIXTURES = 'tests/cli/fixtures/import/';

interface Written {
  readonly test_name: string;
  readonly system_prompt?: string;
  readonly test_batch: readonly TestBatch[];
}

/** Imports a fixture and checks that the service accepts the result. */
async function imported(file: string, ...flags: string[]): Promise<Written & { notes: string }> {
  const { code, stdout, stderr } = await runAssay(['import', FIXTURES + file, ...flags]);
  assert.equal(code, 0, stderr);
  const batch = JSON.parse(stdout) as Written;
  EvaluationRequest.parse({ ...batch, endpoint: 'http://e', model_id: 'm' });
  return { ...batch, notes: stderr };
}

const refused = (args: readonly string[]): Promise<Ended> => runAssay(['import', ...args]);

describe('assay import', () => {
  it('reads a promptfoo configuration: prompts, variables, references, checks, and files it names', async () => {
    const batch = await imported('promptfooconfig.yaml');
    assert.equal(batch.test_name, 'promptfooconfig');
    assert.equal(batch.system_prompt, 'You answer for Velo Nord.');
    const [hours, refund, repair, gravel] = batch.test_batch;
    const noAi = { not_contains: 'As an AI', case_sensitive: true };
    assert.deepEqual(hours, {
      id: 'test-1',
      name: 'Opening hours',
      interactions: [
        {
          user_message: 'When are you open on "Saturdays"?',
          reference_reply: 'On Saturdays we are open from 9 to 14.',
          checks: [{ contains: 'saturday' }, noAi],
          promptfoo_metadata: { category: 'hours' },
        },
      ],
    });
    assert.deepEqual(refund?.interactions[0]?.['checks'], [
      { contains: '30 days', case_sensitive: true },
      { contains: 'receipt', case_sensitive: true },
      { regex: String.raw`\d+ days` },
      { text: 'Is polite on behalf of Velo Nord' },
      { never: 'Promises a date' },
      { latency_ms: 3000 },
      noAi,
    ]);
    assert.equal(repair?.name, 'Repair');
    assert.equal(repair?.interactions[0]?.reference_reply, 'A repair takes two days, usually.');
    assert.equal(gravel?.interactions[0]?.user_message, 'Do you sell "gravel" bikes?');
    assert.deepEqual(gravel.interactions[0]?.['checks'], [{ text: 'names a model' }, noAi]);
    assert.match(batch.notes, /only the first of 2 prompts is used/);
    assert.match(batch.notes, /^! field providers left out \(1 time\)$/m);
    assert.match(batch.notes, /the type regex have no counterpart$/m, 'one that looks behind');
    assert.match(batch.notes, /the type g-eval have no counterpart$/m);
    assert.match(batch.notes, /the threshold of llm-rubric left out/);
    assert.doesNotMatch(batch.notes, /the type (?:not-)?llm-rubric|the type grade/);
    assert.match(batch.notes, /4 scenarios, 4 interactions/);
  });

  it('reads promptfoo tests without a prompt, and lists what it left out', async () => {
    const { test_batch: batch, notes } = await imported('promptfoo-tests.json');
    assert.deepEqual(batch, [
      { id: 'test-1', interactions: [{ user_message: 'What is 2 + 2?', reference_reply: '4' }] },
    ]);
    assert.match(notes, /1 without a user message left out/);
  });

  it('reads samples of OpenAI evals with several turns and several ideal answers', async () => {
    const { test_batch: batch, system_prompt: prompt, notes } = await imported('samples.jsonl');
    assert.equal(prompt, PROMPT);
    assert.deepEqual(
      batch.map(({ id, interactions }) => [
        id,
        interactions.map((one) => [one.user_message, one.reference_reply]),
      ]),
      [
        ['line-1', [['Capital of France?', 'Paris']]],
        ['line-2', [['Capital of the Netherlands?', 'Amsterdam']]],
        [
          'line-4',
          [
            ['Capital of Italy?', 'Rome'],
            ['And of Spain?', 'Madrid'],
          ],
        ],
      ],
    );
    assert.deepEqual(batch[1]?.interactions[0]?.['other_references'], ['The Hague']);
    assert.match(notes, /the first is the reference/);
  });

  it('reads an eval of the Evals API, with its graders as checks, and lists the graders that it left out', async () => {
    const { test_batch: batch, system_prompt: prompt, notes } = await imported('eval.json');
    assert.equal(prompt, 'You sort tickets of Velo Nord.');
    const judged = {
      text: 'Does the answer fit the ticket?\nTicket: My bike squeaks\nAnswer: (the reply)\nThe label must be "fits" or "fits partly".',
    };
    assert.deepEqual(batch[0], {
      id: 'item-1',
      interactions: [
        {
          user_message: 'Ticket: My bike squeaks',
          checks: [
            { regex: String.raw`^Repair \(all\)$` },
            { contains: 'repair (all)' },
            judged,
            { text: 'Grade the tone of (the reply)\nThe score must be at least 4, from 1 to 5.' },
            { not_contains: 'Unknown', case_sensitive: true },
          ],
        },
      ],
    });
    assert.deepEqual(batch[1]?.interactions[0]?.['checks']?.[0], { regex: '^Sale$' });
    assert.match(notes, /^! string_check ne became not_contains.* \(2 times\)$/m);
    assert.match(notes, /^! grader of the type text_similarity left out \(2 times\)$/m);
    assert.match(notes, /^! grader of the type score_model left out \(2 times\)$/m, 'no threshold');
    assert.match(notes, /^! field sample left out \(1 time\)$/m);
    assert.match(notes, /^! field metadata left out \(1 time\)$/m);
  });

  it('reads conversations of a fine-tuning file, with the system prompt in each conversation if they differ', async () => {
    const {
      test_batch: batch,
      system_prompt: prompt,
      notes,
    } = await imported('conversations.jsonl');
    assert.equal(prompt, undefined);
    const [kind, brief] = batch;
    assert.deepEqual(
      kind?.interactions.map((one) => [one.user_message, one.reference_reply]),
      [
        ['Be kind.\n\nHello', 'Hi! How can I help?'],
        ['Bye', 'See you!'],
      ],
    );
    assert.equal(brief?.interactions[0]?.user_message, 'Be brief.\n\nHello');
    assert.match(notes, /system prompts differ/);
  });

  it('reads CSV with common column names, and keeps the rows of one conversation together', async () => {
    const { test_batch: batch, notes } = await imported('questions.csv', '--name', 'mine');
    assert.deepEqual(batch, [
      {
        id: 'lost-card',
        interactions: [
          {
            user_message: 'I lost my card.',
            reference_reply: "Let's block it; which one is it?",
            reference_metadata: { intent: 'block_card' },
          },
          {
            user_message: 'The blue one.',
            reference_reply: 'It is blocked.\nA new one is on its way.',
            reference_metadata: { intent: 'confirm' },
          },
        ],
      },
      {
        id: 'hours',
        interactions: [{ user_message: 'When are you open?', reference_reply: 'From 9 to 5.' }],
      },
      { id: 'row-5', interactions: [{ user_message: 'What is your name?' }] },
    ]);
    assert.match(notes, /1 rows without a message left out/);
    assert.match(notes, /^! field Notes left out \(2 times\)$/m);
  });

  it('writes a file that assay run plays, system prompt included', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-import-'));
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Paris')),
    );
    await using evals = await startService('evals');
    const file = join(folder, 'deep', 'batch.json');
    const { stdout } = await runAssay(['import', `${FIXTURES}samples.jsonl`, '-o', file]);
    assert.equal(stdout, '');
    const to = ['--server', evals.url, '--endpoint', `${endpoint.url}/v1`, '--model', 'm'];
    const pages = join(folder, 'html');
    const { code, stderr } = await runAssay(['run', file, ...to, '--html', pages]);
    assert.equal(code, 0, stderr);
    assert.match(await readFile(join(pages, 'index.html'), 'utf8'), /line-2/);
    const page = await readFile(join(pages, 'scenario-1.html'), 'utf8');
    assert.match(page, /Capital of France\?[\s\S]*Attempt 1/, 'with every interaction');
    assert.deepEqual(lastBody(endpoint).messages[0], { role: 'system', content: PROMPT });
    await rm(folder, { recursive: true });
  });

  it('explains what is wrong with a file, and exits with 2', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-import-'));
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
    const folder = await mkdtemp(join(tmpdir(), 'assay-import-'));
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
