import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { startService, type Service } from '../support/services/start-service.ts';
import { startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial } from './run-fairtrial.ts';
import { runInTerminal } from './run-in-terminal.ts';
import { commandsIn, hasColors, redrawn } from './terminal-codes.ts';

/** Sets a title, clears the screen, moves the cursor, hides text, changes the direction, and rings the bell. */
const HOSTILE =
  'a\u001B]0;title\u0007b\u001B[2Jc\u009B31md\u009D8;;x\u009Ce\rf\bg\u0007\u202Eh\u2066i\u007F\u0085j';
const NAME = `\u001B[31m部屋の予約 ${'見'.repeat(40)}`;

describe('fairtrial in a terminal', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;

  before(async () => {
    evals = await startService('evals');
    endpoint = await startStub((_, response) => response.end(HOSTILE));
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    const scenario = {
      name: NAME,
      interactions: [{ user_message: HOSTILE, reference_reply: HOSTILE }],
    };
    const batch = { test_batch: scenario, test_name: HOSTILE };
    await writeFile(join(folder, 'batch.json'), JSON.stringify(batch));
    await writeFile(
      join(folder, 'fairtrial.config.yaml'),
      `server: ${evals.url}\nendpoint: ${endpoint.url}/v1\nmodel: "m\\x1b[31m"\nattempts: 6\nconcurrency: 1\nfiles: ['*.json']\n`,
    );
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Returns the lines as they end up on the screen. */
  function screen(output: string): readonly string[] {
    return stripVTControlCharacters(output)
      .split('\r\n')
      .map((line) => line.split('\r').at(-1) ?? '');
  }

  it('shows colours and a progress bar that disappears at the end, within 80 columns', async () => {
    const { code, output } = await runInTerminal(['run', '--baseline', 'latest'], { cwd: folder });
    assert.equal(code, 0, output);
    assert.ok(redrawn(output).some((line) => /^\[█*░+\] \d\/6/.test(line)));
    assert.ok(hasColors(output));
    const lines = screen(output);
    assert.ok(!lines.some((line) => line.includes('░')), lines.join('\n'));
    for (const line of lines) assert.ok(stringWidth(line) <= 80, line);
    assert.ok(lines.some((line) => line.includes('部屋の予約')));
  });

  it('shows no colours with NO_COLOR or --no-color, and no progress bar if CI is set', async () => {
    for (const [args, env] of [
      [[], { NO_COLOR: '1' }],
      [['--no-color'], {}],
    ] as const) {
      const { output } = await runInTerminal(['run', ...args], { cwd: folder, env });
      assert.ok(!hasColors(output));
      assert.ok(redrawn(output).length > 0);
    }
    const ci = await runInTerminal(['run'], { cwd: folder, env: { CI: 'true', NO_COLOR: '1' } });
    assert.deepEqual(redrawn(ci.output), []);
  });

  it('removes control characters from replies, names and model ids', async () => {
    const commands = [
      ['run'],
      ['run', '--json'],
      ['runs'],
      ['show', 'latest'],
      ['show', 'latest', '1', '1'],
      ['show', 'latest', '1', '1', '--json'],
      ['show', 'latest', 'nothing'],
      ['compare', 'latest', 'latest'],
      ['labels', 'latest'],
      ['retry', 'latest'],
      ['run', '--dry-run'],
      ...['json', 'jsonl', 'csv', 'junit', 'md'].map((format) => [
        'export',
        'latest',
        '--format',
        format,
      ]),
    ];
    for (const args of commands) {
      const { output } = await runInTerminal(args, { cwd: folder });
      assert.deepEqual(commandsIn(output), [], args.join(' '));
    }
  });

  it('writes a file to a pipe unchanged', async () => {
    const { stdout } = await runFairtrial(['export', 'latest', '--format', 'csv'], { cwd: folder });
    assert.ok(stdout.includes('\u009B31m'));
  });
});
