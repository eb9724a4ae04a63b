import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { copyRepo } from '../support/services/copy-repo.ts';
import { codeBlocks } from '../support/data/read-markdown.ts';
import {
  createShellEnvironment,
  serve,
  type ShellEnvironment,
} from '../support/services/start-environment.ts';

const run = promisify(execFile);

/** Commands that run until they are stopped, with the number of services each starts. */
const SERVERS: Readonly<Record<string, number>> = {
  'npm start -- --simulated': 3,
  'npm start': 2,
  'npm run agent': 1,
  'npm run evals': 1,
  'npm run simulator': 1,
};

const README = await readFile('README.md', 'utf8');

describe('the README', () => {
  const commands = codeBlocks(README, 'sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line !== '');
  let shell: ShellEnvironment;

  before(async () => {
    shell = await createShellEnvironment();
  });
  after(() => shell[Symbol.asyncDispose]());

  function serveHere(command: string, folder: string): Promise<AsyncDisposable> {
    return serve({ command, services: SERVERS[command] ?? 1, folder, env: shell.env });
  }

  it('contains only commands that are executed here or are already running', () => {
    assert.ok(commands.length >= 8);
    for (const command of commands) {
      const known = command in SERVERS || command.startsWith('curl ') || command.startsWith('npm ');
      assert.ok(known, `nothing here executes: ${command}`);
    }
  });

  it('has services that answer every route for a new user', async () => {
    await using repo = await copyRepo();
    const sample = join(repo.folder, 'samples/bank-lost-card.json');
    await writeFile(sample, shell.rewrite(await readFile(sample, 'utf8')));
    await using services = await serveHere('npm start -- --simulated', repo.folder);
    assert.ok(services);
    const answers: string[] = [];
    for (const command of commands.filter((line) => line.startsWith('curl '))) {
      const { stdout } = await run('bash', ['-c', shell.rewrite(command)], { cwd: repo.folder });
      answers.push(stdout);
    }
    const [evaluation = '', message = '', stream = '', models = ''] = answers;
    assert.match(evaluation, /"message":"Evaluation completed successfully"/);
    assert.match(evaluation, /"simulated":true/);
    assert.match(message, /"content":"Let's block it/);
    assert.match(stream, /^data: \{"status":"thinking"\}[\s\S]*data: \[DONE\]\s*$/);
    assert.deepEqual(Object.keys(JSON.parse(models) as object), ['sim-v1', 'sim-v2']);
  });

  it('has other commands that start what they describe', async () => {
    await using repo = await copyRepo(); // without the .env of this checkout
    for (const command of commands.filter((line) => line in SERVERS)) {
      if (command === 'npm start -- --simulated') continue;
      await using services = await serveHere(command, repo.folder);
      assert.ok(services);
    }
  });
});
