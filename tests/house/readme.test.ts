import { freePort } from '@assay/postgres';
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { copyHouse, shellEnv } from '../support/copy-house.ts';

const run = promisify(execFile);

/** Commands that go on until they are stopped, and how many services each starts. */
const SERVERS: Readonly<Record<string, number>> = {
  'npm start -- --simulated': 3,
  'npm start': 2,
  'npm run agent': 1,
  'npm run evals': 1,
  'npm run simulator': 1,
};

const README = await readFile('README.md', 'utf8');

/** The commands of the README, block by block. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '');
  return blocks.flatMap((block) => block.split('\n')).filter((line) => line !== '');
}

describe('the README', () => {
  const commands = commandsIn(README);
  let ports: Readonly<Record<string, string>>;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    const freeOne = async (): Promise<string> => String(await freePort());
    ports = { '8000': await freeOne(), '8080': await freeOne(), '9100': await freeOne() };
    env = shellEnv({
      AGENT_PORT: ports['8000'] ?? '',
      EVALS_PORT: ports['8080'] ?? '',
      SIMULATOR_PORT: ports['9100'] ?? '',
    });
  });

  /** The same text, on ports that are free here. */
  function withFreePorts(text: string): string {
    return text.replaceAll(/127\.0\.0\.1:(8000|8080|9100)/g, (_, port: string) => {
      return `127.0.0.1:${ports[port]}`;
    });
  }

  async function serve(command: string, folder: string): Promise<AsyncDisposable> {
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true, // a group of its own, stopped as Ctrl-C would
    });
    let missing = SERVERS[command] ?? 1;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('"msg":"listening"')) missing -= 1;
      if (missing === 0) break;
    }
    assert.equal(missing, 0, `${command} did not start`);
    child.stdout.resume();
    return {
      async [Symbol.asyncDispose]() {
        const closed = once(child, 'close'); // of the last process that holds its output
        process.kill(-(child.pid ?? 0), 'SIGINT');
        await closed;
      },
    };
  }

  it('gives commands that are executed here, or are what is running now', () => {
    assert.ok(commands.length >= 8);
    for (const command of commands) {
      const known = command in SERVERS || command.startsWith('curl ') || command.startsWith('npm ');
      assert.ok(known, `nothing here executes: ${command}`);
    }
  });

  it('its first commands give a stranger working answers from every route', async () => {
    await using house = await copyHouse();
    if (process.env['CI'] === 'true') {
      await rm(join(house.folder, 'node_modules'));
      await run('npm', ['ci'], { cwd: house.folder, env });
    }
    const sample = join(house.folder, 'samples/bank-lost-card.json');
    await writeFile(sample, withFreePorts(await readFile(sample, 'utf8')));
    await using services = await serve('npm start -- --simulated', house.folder);
    assert.ok(services);
    const answers: string[] = [];
    for (const command of commands.filter((line) => line.startsWith('curl '))) {
      const { stdout } = await run('bash', ['-c', withFreePorts(command)], { cwd: house.folder });
      answers.push(stdout);
    }
    const [evaluation = '', message = '', stream = '', models = ''] = answers;
    assert.match(evaluation, /"message":"Evaluation completed successfully"/);
    assert.match(evaluation, /"simulated":true/);
    assert.match(message, /"content":"Let's block it/);
    assert.match(stream, /^data: \{"status":"thinking"\}[\s\S]*data: \[DONE\]\s*$/);
    assert.deepEqual(Object.keys(JSON.parse(models) as object), ['sim-v1', 'sim-v2']);
  });

  it('its other commands start what they say', async () => {
    await using house = await copyHouse(); // without the .env of whoever works here
    for (const command of commands.filter((line) => line in SERVERS)) {
      if (command === 'npm start -- --simulated') continue;
      await using services = await serve(command, house.folder);
      assert.ok(services);
    }
  });

  it('names npm scripts and files that exist', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ''] of README.matchAll(/npm run ([\w:-]+)/g))
      assert.ok(scripts[name], name);
    for (const [, file = ''] of README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      assert.ok(existsSync(file), file);
    }
  });
});
