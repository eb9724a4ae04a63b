import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readBatchFile } from './read-batch-file.ts';
import { CliError } from '../command/exit-code.ts';
import { readConfigFile } from '../settings/config-file.ts';

/** Wording of libraries and of the operating system that does not help the author of a file. */
const FOREIGN =
  /Invalid input|expected|received|Unrecognized|implicit|mapping|sequence|EISDIR|ENOENT|errno|syscall|zod|undefined|test_batch\.0/i;

const BATCHES = [
  [
    '{"interactions": [{"user_message": 1}, {}]}',
    'b.json, line 1: interactions.0.user_message: must be a string\nb.json, line 1: interactions.1.user_message: is required',
  ],
  [
    'test_batch:\n  interactions: []\n',
    'b.json, line 2: test_batch.interactions: must have at least one interaction, unless a simulated user is given in user',
  ],
  [
    'user:\n  goal: Block the card\n  max_turns: 0\n',
    'b.json, line 3: user.max_turns: must be at least 1',
  ],
  ['user:\n  persona: Terse\n', 'b.json, line 1: user.goal: is required'],
  [
    '- interactions:\n    - user_message: a\n- interactions:\n    - user_message:\n        text: a\n',
    'b.json, line 4: 1.interactions.0.user_message: must be a string',
  ],
  [
    'interactions:\n  - user_message: a\n    checks:\n      - contains: a\n        maximum: 3\n',
    /b\.json, line \d: interactions\.0\.checks\.0/,
  ],
  [
    'interactions:\n  - user_message: a\n    checks:\n      - Is polite\n      - text: a\n        never: b\n',
    'b.json, line 5: interactions.0.checks.1: has the keys text and never: write a separate check for each',
  ],
  [
    'interactions:\n  - user_message: a\nchecks:\n  - Is polite\n  - json_schema: {}\n',
    'b.json, line 5: checks.1.json_schema: json_schema checks one reply: move it to the checks of an interaction',
  ],
  [
    '{"interactions": [',
    'b.json, line 1, column 19: the indentation does not fit, or a bracket is not closed',
  ],
  [
    'interactions:\n\t- user_message: a\n',
    'b.json, line 2, column 1: a tab is used for indentation: use spaces',
  ],
  ['name: a\nname: b\n', 'b.json, line 2, column 1: the same field is given twice: keep one'],
  [
    'name: lost card: again\n',
    /^b\.json, line 1, column \d+: this line is read as part of another one/,
  ],
  [
    'name: @home\n',
    'b.json, line 1, column 7: a text may not begin with this character: put it in quotes',
  ],
  ['name: *home\n', /^b\.json.*: it refers to itself or to other parts too often/],
  ['a: b\n---\nc: d\n', /^b\.json, line 2, column 1: there is more than one document/],
  ['', 'b.json, line 1: the file: must be an object'],
] as const;

const CONFIGS = [
  ['server: http://127.0.0.1:8080\nattempts: none\n', 'c.yaml, line 2: attempts: must be a number'],
  ['server: localhost\n', 'c.yaml, line 1: server: must be an http or https address'],
  ['model: m\natempts: 3\n', 'c.yaml, line 2: atempts: is not a known field'],
  ['judge:\n  samples: 2\n', 'c.yaml, line 2: judge.samples: must be one of 1, 3'],
  [
    'gates:\n  - answered >= 99%\n  - overall\n',
    /^c\.yaml, line 3: gates\.1: 'overall' is not a gate/,
  ],
  [
    'target: { reply: data }\n',
    'c.yaml, line 1: target.reply: must be a JSON Pointer, like /data/answer',
  ],
] as const;

describe('errors in files', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    await mkdir(join(folder, 'batches'));
  });
  after(() => rm(folder, { recursive: true }));

  async function messageOf(read: () => Promise<unknown>): Promise<string> {
    const thrown = await read().then(
      () => assert.fail('it was accepted'),
      (error: unknown) => error,
    );
    assert.ok(thrown instanceof CliError, String(thrown));
    const shown = thrown.message.replaceAll(`${relative('', folder)}/`, '');
    assert.doesNotMatch(shown, FOREIGN);
    return shown.replaceAll(`${folder}/`, '');
  }

  function check(said: string, expected: string | RegExp): void {
    if (typeof expected === 'string') assert.equal(said, expected);
    else assert.match(said, expected);
  }

  it('an error in a batch file names the line, the field and the fix', async () => {
    const file = join(folder, 'b.json');
    for (const [text, expected] of BATCHES) {
      await writeFile(file, text);
      check(await messageOf(() => readBatchFile(relative('', file))), expected);
    }
  });

  it('a scenario with a simulated user is read from JSON and YAML, and needs no interactions', async () => {
    const file = join(folder, 'b.json');
    const user = { goal: 'Block the card', facts: { card: 4471, is_lost: true } };
    const yaml = 'user:\n  goal: Block the card\n  facts: { card: 4471, is_lost: true }\n';
    for (const text of [
      JSON.stringify({ user }),
      yaml,
      `test_batch:\n  - ${JSON.stringify({ user })}`,
    ]) {
      await writeFile(file, text);
      const { scenarios } = await readBatchFile(relative('', file));
      assert.deepEqual(scenarios[0]?.user, user);
      assert.deepEqual(scenarios[0]?.interactions, []);
    }
  });

  it('an error in the configuration file names the line, the field and the fix', async () => {
    for (const [text, expected] of CONFIGS) {
      await writeFile(join(folder, 'c.yaml'), text);
      check(await messageOf(() => readConfigFile(folder, 'c.yaml')), expected);
    }
  });

  it('a file that cannot be read is reported in plain words', async () => {
    const nowhere = relative('', join(folder, 'nowhere.json'));
    check(await messageOf(() => readBatchFile(nowhere)), 'nowhere.json: there is no such file');
    const within = relative('', join(folder, 'batches'));
    check(await messageOf(() => readBatchFile(within)), 'batches: it is a folder, not a file');
    check(
      await messageOf(() => readConfigFile(folder, 'batches')),
      'batches: it is a folder, not a file',
    );
  });
});
