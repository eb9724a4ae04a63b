import { EvaluationRequest, type TestBatch } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

const PROMPT = 'TASK: Answer the question with the name of the city only.';
const FIXTURES = 'tests/cli/fixtures/import/';

interface Written {
  readonly test_name: string;
  readonly system_prompt?: string;
  readonly test_batch: readonly TestBatch[];
}

/** Imports a fixture and checks that the service accepts the result. */
async function imported(file: string, ...flags: string[]): Promise<Written & { notes: string }> {
  const { code, stdout, stderr } = await runFairtrial(['import', FIXTURES + file, ...flags]);
  assert.equal(code, 0, stderr);
  const batch = JSON.parse(stdout) as Written;
  EvaluationRequest.parse({ ...batch, endpoint: 'http://e', model_id: 'm' });
  return { ...batch, notes: stderr };
}

/** The rows of the table of what was left out. */
function listLost(notes: string): readonly (readonly string[])[] {
  const lines = notes.split('\n');
  const from = lines.findIndex((line) => /^Left out +Times +Why$/.test(line));
  const to = lines.findIndex((line) => /^! |^\d+ scenarios/.test(line));
  return lines.slice(from + 1, to).map((line) => line.trim().split(/ {2,}/));
}

const refused = (args: readonly string[]): Promise<Ended> => runFairtrial(['import', ...args]);

describe('fairtrial import', () => {
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
    assert.deepEqual(listLost(batch.notes), [
      ['description', '1', 'a batch has only a name'],
      ['providers', '1', 'the endpoint and the model are set in the run'],
      ['prompts', '1', 'only the first of 2 prompts is used'],
      [
        'tests.assert.threshold',
        '1',
        'similar became the reference reply: the run has a pass threshold',
      ],
      [
        'tests.assert (regex)',
        '1',
        'RE2 cannot match this pattern: write it without look-around and back references',
      ],
      ['tests.assert.threshold', '1', 'llm-rubric became a check, which passes or fails'],
      ['tests.assert (g-eval)', '1', 'no check means the same'],
    ]);
    assert.match(batch.notes, /^! equals became the reference reply/m);
    assert.match(batch.notes, /4 scenarios, 4 interactions, read as promptfoo/);
  });

  it('reads promptfoo tests without a prompt, and lists what it left out', async () => {
    const { test_batch: batch, notes } = await imported('promptfoo-tests.json');
    assert.deepEqual(batch, [
      { id: 'test-1', interactions: [{ user_message: 'What is 2 + 2?', reference_reply: '4' }] },
    ]);
    assert.deepEqual(listLost(notes), [
      ['tests', '1', 'no user message was found: no prompt, and no variable with a usual name'],
      ['tests.vars.a', '1', 'neither the prompt nor a check uses it'],
      ['tests.vars.b', '1', 'neither the prompt nor a check uses it'],
    ]);
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
          reference_reply: 'Repair (all)',
          checks: [
            { regex: String.raw`^Repair \(all\)$` },
            { contains: 'repair (all)' },
            judged,
            { text: 'Grade the tone of (the reply)\nThe score must be at least 4, from 1 to 5.' },
          ],
        },
      ],
    });
    assert.deepEqual(batch[1]?.interactions[0]?.['checks']?.[0], { regex: '^Sale$' });
    assert.deepEqual(listLost(notes), [
      ['name', '1', 'name the batch or the dataset'],
      ['metadata', '1', 'a batch has no such field'],
      ['data_source_config', '1', 'it describes the rows, which are here'],
      ['data_source.model', '1', 'the endpoint and the model are set in the run'],
      ['sample', '1', 'only item is read'],
      ['testing_criteria.name', '10', 'the text of a check names it'],
      ['testing_criteria.model', '4', 'judges are set in the run'],
      ['testing_criteria.labels', '2', 'a check names only the labels that pass'],
      [
        'testing_criteria (score_model)',
        '2',
        'it says neither which labels nor which score passes',
      ],
      ['testing_criteria (string_check)', '2', 'no check means the opposite of this'],
      ['testing_criteria.pass_threshold', '2', 'the run has a pass threshold'],
      [
        'testing_criteria.evaluation_metric',
        '2',
        'the scorers of the run compare with the reference',
      ],
    ]);
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
    assert.deepEqual(listLost(notes), [
      ['Notes', '2', 'the column has no use'],
      ['(rows)', '1', 'rows without a user message are left out'],
    ]);
  });

  it('maps columns of CSV with --map', async () => {
    const { test_batch: batch, notes } = await imported(
      'questions.csv',
      '--map=Notes=tags',
      '--map=Answer=ignored',
    );
    assert.deepEqual(batch[0]?.tags, ['seen often']);
    assert.equal(batch[0].interactions[0]?.reference_reply, undefined);
    assert.deepEqual(listLost(notes)[0], ['Answer', '3', 'ignored, as chosen']);
    const wrong = await refused([`${FIXTURES}questions.csv`, '--map', 'Notes=label']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /uses are user_message, reference_reply, scenario/);
    const missing = await refused([`${FIXTURES}questions.csv`, '--map', 'Note=tags']);
    assert.match(missing.stderr, /there is no column Note; the columns are Conversation, Question/);
  });
});
