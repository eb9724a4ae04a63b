import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, chdir, cwd, env } from 'node:process';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { COMMANDS } from '../../apps/cli/src/registry.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { nameColors } from './snapshots/name-colors.ts';
import { replaceUnstable } from './snapshots/replace-unstable.ts';
import { runInProcess } from './snapshots/run-in-process.ts';

/**
 * `UPDATE_SNAPSHOTS=1 npm test -- tests/cli/snapshots.test.ts` writes the files: review the diff before you commit it.
 */
const IS_UPDATE = env['UPDATE_SNAPSHOTS'] === '1';
const FOLDER = new URL('snapshots/', import.meta.url);
const WIDTH = 80;

const REFERENCES: Readonly<Record<string, string>> = {
  'When are you open?': 'We are open from 9 to 17, Monday to Friday.',
  'I lost my card.': 'Your card is blocked. A new one arrives within three days.',
  'Can I have a refund?': 'Yes, within 30 days if you have the receipt.',
};

const BATCH = {
  test_name: 'support',
  test_batch: Object.entries(REFERENCES).map(([user_message, reference_reply], at) => ({
    name: ['opening-hours', 'lost-card', 'refund'][at],
    interactions: [
      { user_message, reference_reply, ...(at === 2 ? { checks: [{ contains: '30 days' }] } : {}) },
    ],
  })),
};

const CONFIG = `files: [batch.json]\nname: support\nattempts: 6\nconcurrency: 1\n`;

/** v1 answers correctly; v2 is wrong about cards, and v3 also fails the check. */
function replyOf(model: string, message: string): string {
  if (model !== 'v1' && message === 'I lost my card.') return 'Please call us tomorrow.';
  if (model === 'v3' && message === 'Can I have a refund?') return 'No.';
  return REFERENCES[message] ?? 'I do not know.';
}

describe('the output of fairtrial', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;
  let dead: string;
  const home = cwd();

  before(async () => {
    // Hints show the name of the installed command.
    argv[1] = 'fairtrial';
    folder = await mkdtemp('/tmp/fairtrial-snapshots-');
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    await writeFile(join(folder, 'fairtrial.config.yaml'), CONFIG);
    await writeFile(join(folder, 'broken.yaml'), 'attempts: none\nfles: []\n');
    await writeFile(join(folder, 'broken.json'), '{"interactions": [');
    await writeFile(join(folder, 'unknown.json'), '{"interactions": [{"user": "Hi"}]}');
    await writeFile(join(folder, 'questions.csv'), 'question,answer,author\nHi,Hello,me\n,x,\n');
    evals = await startService('evals');
    const closed = await startStub(() => undefined);
    await closed[Symbol.asyncDispose]();
    dead = closed.url;
    endpoint = await startStub(({ body }, response) => {
      const { model, messages } = body as {
        model: string;
        messages: readonly { content: string }[];
      };
      sendJson(response, chatCompletion(replyOf(model, messages.at(-1)?.content ?? ''), model));
    });
    chdir(folder);
  });
  after(async () => {
    chdir(home);
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('matches the snapshot for every help, with no line wider than 80 columns', async () => {
    const texts: string[] = [];
    for (const { name } of COMMANDS) {
      const { output } = await runInProcess([name, '--help'], {
        cwd: folder,
        server: evals.url,
        agent: dead,
      });
      texts.push(`$ fairtrial ${name} --help\n${output}`);
      const wide = output.split('\n').filter((line) => stringWidth(line) > WIDTH);
      assert.deepEqual(wide, [], `fairtrial ${name} --help is wider than ${WIDTH} columns`);
    }
    await compareWithFile('help.txt', texts.join('\n'));
  });

  it('matches the snapshot for every result and error, plain and in colour, within 80 columns', async () => {
    const at = (model: string): readonly string[] => [
      '--endpoint',
      `${endpoint.url}/v1`,
      '--model',
      model,
      '--quiet',
    ];
    const commandLines: readonly (readonly string[])[] = [
      ['runs'],
      ['show', 'latest'],
      ['run', '--dry-run', ...at('v1')],
      ['run', ...at('v1')],
      [
        'run',
        ...at('v2'),
        '--baseline',
        'latest',
        '--gate',
        'overall>=0.9',
        '--system-prompt',
        'Be brief.',
      ],
      ['run', ...at('v3'), '--pass-threshold', '0.6'],
      ['run', '--endpoint', dead, '--model', 'v1', '--quiet', '--attempts', '1'],
      ['runs'],
      ['runs', '--tag', 'team=x'],
      ['show', 'latest'],
      ['show', 'previous', 'lost-card', '1'],
      ['show', 'previous', 'nothing'],
      ['compare', 'previous', 'latest'],
      ['pin', 'previous'],
      ['unpin', 'previous'],
      ['cancel', 'latest'],
      ['delete', 'latest'],
      ['delete', 'latest', '--yes'],
      ['compare', 'previous', 'latest'],
      ['rescore', 'latest', '--quiet'],
      ['retry', 'latest', '--quiet'],
      ['watch', 'latest', '--quiet'],
      ['doctor', '--endpoint', `${endpoint.url}/v1`, '--model', 'v1'],
      ['doctor', '--server', dead],
      ['models'],
      ['init'],
      ['import', 'questions.csv', '-o', 'imported.json'],
      ['import', 'nowhere.csv'],
      ['completion', 'tcsh'],
      ['run'],
      ['run', 'nowhere.json', ...at('v1')],
      ['run', 'broken.json', ...at('v1')],
      ['run', 'unknown.json', ...at('v1')],
      ['run', '--config', 'broken.yaml'],
      ['run', '--gate', 'overal>1', ...at('v1')],
      ['run', '--atempts', '2'],
      ['run', '--attempts', 'none'],
      ['runs', '--server', dead],
      ['runz'],
      ['show', 'ffffffff'],
    ];
    const stable = replaceUnstable();
    const [plain, colored, wide]: [string[], string[], string[]] = [[], [], []];
    for (const args of commandLines) {
      const { code, output } = await runInProcess(args, {
        cwd: folder,
        server: evals.url,
        agent: dead,
      });
      const typed = stable(`$ fairtrial ${args.map(quote).join(' ')}`);
      const text = stripVTControlCharacters(output);
      wide.push(...text.split('\n').filter((line) => stringWidth(line) > WIDTH));
      plain.push(`${typed}\n${stable(text)}(exit code ${code})\n`);
      colored.push(`${typed}\n${stable(nameColors(output))}`);
    }
    await compareWithFile('plain.txt', plain.join('\n'));
    await compareWithFile('colours.txt', colored.join('\n'));
    assert.deepEqual(wide, [], `wider than ${WIDTH} columns`);
  });
});

function quote(arg: string): string {
  return /^[\w./:=-]+$/.test(arg) ? arg : `'${arg}'`;
}

async function compareWithFile(name: string, text: string): Promise<void> {
  const file = new URL(name, FOLDER);
  if (IS_UPDATE) await writeFile(file, text);
  assert.equal(text, await readFile(file, 'utf8').catch(() => ''), `${name} differs`);
}
