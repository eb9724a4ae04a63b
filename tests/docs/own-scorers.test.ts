import { EvaluationResponse } from '@fairtrial/contracts';
import { freePort } from '@fairtrial/postgres';
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { listTurns } from '../support/calls/evaluate.ts';
import { codeBlocks } from '../support/data/read-markdown.ts';
import { copyRepo, type RepoCopy } from '../support/services/copy-repo.ts';
import {
  createShellEnvironment,
  serve,
  type ShellEnvironment,
} from '../support/services/start-environment.ts';
import { until } from '../support/services/until.ts';

const run = promisify(execFile);

const GUIDE = readFileSync('docs/guides/own-scorers.md', 'utf8');
const [TYPESCRIPT = ''] = codeBlocks(GUIDE, 'ts');
const [PYTHON = ''] = codeBlocks(GUIDE, 'python');
const [SERVE = '', START = '', USE = ''] = codeBlocks(GUIDE, 'sh').map((block) => block.trim());
const PYTHON_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

describe('docs/guides/own-scorers.md', () => {
  let repo: RepoCopy;
  let shell: ShellEnvironment;
  const opened = new AsyncDisposableStack();

  before(async () => {
    repo = opened.use(await copyRepo());
    shell = opened.use(await createShellEnvironment());
    const typescript = await serveTypeScript();
    const python = await servePython();
    await writeFile(join(repo.folder, '.env'), `${typescript},${python}\n`);
    opened.use(await serve({ command: START, services: 3, folder: repo.folder, env: shell.env }));
  });
  after(() => opened.disposeAsync());

  /** Returns the line that the command prints. */
  async function serveTypeScript(): Promise<string> {
    await writeFile(join(repo.folder, 'tone.ts'), TYPESCRIPT);
    const stdout = startProcess('bash', ['-c', `exec ${SERVE} --port 0`]);
    for await (const line of createInterface({ input: stdout })) return line;
    return assert.fail(`${SERVE} printed nothing`);
  }

  /** Returns the entry of SCORERS for the scorer in Python. */
  async function servePython(): Promise<string> {
    const url = `http://127.0.0.1:${await freePort()}`;
    assert.ok(PYTHON.includes('8201'));
    await writeFile(join(repo.folder, 'tone.py'), PYTHON.replace('8201', new URL(url).port));
    startProcess('python3', ['tone.py'], { SCORER_SECRET: PYTHON_SECRET });
    await until('the scorer in Python listens', async () => {
      const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
      return answer?.status === 401; // the call is not signed
    });
    return `tone-py=${url};secret=${PYTHON_SECRET}`;
  }

  function startProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(command, args, {
      cwd: repo.folder,
      env: { ...shell.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true, // a separate process group: npm starts the command as a child
    });
    opened.defer(async () => {
      const closed = once(child, 'close');
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await closed;
    });
    return child.stdout;
  }

  async function useScorer(name: string): Promise<EvaluationResponse> {
    const script = shell.rewrite(USE).replaceAll('"tone', `"${name}`);
    const { folder: cwd } = repo;
    await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { cwd, env: shell.env });
    return EvaluationResponse.parse(JSON.parse(await readFile(join(cwd, 'answer.json'), 'utf8')));
  }

  it('scores a run with the scorer in TypeScript', async () => {
    const answer = await useScorer('tone');
    const turns = listTurns(answer);
    assert.deepEqual(
      turns.map(({ scores }) => scores['tone']),
      [1, 0.25],
    );
    assert.deepEqual(turns[1]?.score_details['own_scorers'], {
      tone: { score: 0.25, reason: 'shouts 3 times', details: null },
    });
    assert.equal(answer.stats['tone']?.coverage, 1);
  });

  it('scores a run with the scorer in Python in the same way', async () => {
    const turns = listTurns(await useScorer('tone-py'));
    assert.deepEqual(
      turns.map(({ scores }) => scores['tone-py']),
      [1, 0.25],
    );
  });
});
