import { Ajv2020 } from 'ajv/dist/2020.js';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { startAgentWithStubs } from '../support/services/start-agent-with-stubs.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { FAIRTRIAL, ROOT, runFairtrial } from './run-fairtrial.ts';

/** Returns the URL of a server that was closed. */
async function deadUrl(): Promise<string> {
  await using stub = await startStub(() => undefined);
  return stub.url;
}

describe('fairtrial doctor', () => {
  let evals: Service;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    evals = await startService('evals', { FAIRTRIAL_API_KEYS: 'the-key' });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  async function runDoctor(flags: readonly string[], env: Record<string, string> = {}) {
    const addresses = { FAIRTRIAL_AGENT: 'http://127.0.0.1:1', FAIRTRIAL_SERVER: evals.url };
    const { code, stdout, stderr } = await runFairtrial(['doctor', ...flags], {
      cwd: folder,
      env: { ...addresses, ...env },
    });
    assert.equal(stderr, '');
    // A finding may have been wrapped.
    return { code, said: stdout.replaceAll(/\n {2}/g, ' ') };
  }

  const key = { FAIRTRIAL_API_KEY: 'the-key' };
  const model = ['--model', 'm'];

  it('reports no problem if everything works', async () => {
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion('Hello! How can I help?')),
    );
    await using stubs = await startAgentWithStubs();
    const env = { ...key, FAIRTRIAL_AGENT: stubs.agent.url };
    const { code, said } = await runDoctor(['--endpoint', `${endpoint.url}/v1`, ...model], env);
    assert.equal(code, 0, said);
    assert.match(said, /✓ the evaluation service answers at http/);
    assert.match(said, /✓ it has the same version/);
    assert.match(said, /✓ its database answers/);
    assert.match(said, /✓ it accepts the API key/);
    assert.match(said, /✓ the agent backend at http.* has \d+ models/);
    assert.match(said, /✓ the endpoint http.*, with model m, answers in .* \(openai\): Hello! How/);
    const [asked] = endpoint.requests;
    assert.deepEqual([endpoint.requests.length, asked?.path], [1, '/v1/chat/completions']);
    assert.doesNotMatch(said, /✗/);
  });

  it('reports that the evaluation service does not answer, and how to start it', async () => {
    const { code, said } = await runDoctor(['--server', await deadUrl()]);
    assert.equal(code, 4);
    assert.match(said, /✗ http.* does not answer \(ECONNREFUSED\): start the evaluation service/);
    assert.match(said, /· no agent backend/);
  });

  it('reports that the API key is wrong or missing', async () => {
    const wrong = await runDoctor([], { FAIRTRIAL_API_KEY: 'another' });
    assert.equal(wrong.code, 2);
    assert.match(wrong.said, /✗ it refuses the request .* FAIRTRIAL_API_KEY is wrong/);
    const missing = await runDoctor([]);
    assert.match(missing.said, /✗ it refuses the request .* set FAIRTRIAL_API_KEY/);
  });

  it('reports that another service, e.g. the agent backend, answers at the address', async () => {
    await using stub = await startStub((_, response) => response.end('<html>'));
    const other = await runDoctor(['--server', stub.url]);
    assert.equal(other.code, 4);
    assert.match(other.said, /✗ http.* is not an evaluation service/);
    await using stubs = await startAgentWithStubs();
    const agent = await runDoctor(['--server', stubs.agent.url]);
    assert.equal(agent.code, 2);
    assert.match(agent.said, /✗ http.* is 'Fairtrial agent backend', not the evaluation service/);
  });

  it('calls the endpoint as a run would, and fails as a run would', async () => {
    const answers = {
      '/denied': [401, { error: { message: 'no such key' } }, /failed \(auth\): .*ENDPOINTS/],
      '/wrong': [
        400,
        { error: { message: 'unknown model m' } },
        /failed \(http\): .*unknown model m/,
      ],
      '/error': [200, { error: { message: 'out of order' } }, /failed \(.*out of order/],
    } as const;
    await using endpoint = await startStub(({ path }, response) => {
      const [status, body] = answers[path as keyof typeof answers];
      sendJson(response, body, status);
    });
    for (const [path, [, , expected]] of Object.entries(answers)) {
      const { code, said } = await runDoctor(['--endpoint', endpoint.url + path, ...model], key);
      assert.equal(code, 3, said);
      assert.match(said, expected);
    }
    const dead = await runDoctor(['--endpoint', await deadUrl(), ...model], key);
    assert.equal(dead.code, 3);
    assert.match(dead.said, /✗ the endpoint http.* failed \(connect\): .* is the endpoint running/);
  });

  it('fails if an endpoint is named without a model, and does not call an endpoint that the service could not call', async () => {
    const unnamed = await runDoctor(['--endpoint', 'http://127.0.0.1:1/'], key);
    assert.match(unnamed.said, /✗ no model to test: pass --model/);
    assert.equal(unnamed.code, 2);
    const down = await runDoctor([
      '--server',
      await deadUrl(),
      '--endpoint',
      'http://x/',
      ...model,
    ]);
    assert.match(down.said, /· the endpoint was not tested/);
  });

  it('lists every problem of the configuration file', async () => {
    const file = join(folder, 'fairtrial.config.yaml');
    await writeFile(file, 'attempts: none\napi_key: hunter2\n');
    const { code, said } = await runDoctor([], key);
    await rm(file);
    assert.equal(code, 2);
    assert.match(said, /✗ .*attempts: /);
    assert.match(said, /✗ .*api_key: a secret does not belong in a file/);
    assert.doesNotMatch(said, /hunter2/);
  });

  it('reports that the database of the service cannot be reached', async () => {
    await using stub = await startStub(({ path }, response) => {
      const problem = { title: 'The service is not ready', status: 503, code: 'not_ready' };
      const body =
        path === '/openapi.json'
          ? { info: { title: 'Fairtrial evaluation service', version: '9.9.9' } }
          : { ...problem, detail: 'the database cannot be reached', request_id: 'r' };
      response.writeHead(path === '/openapi.json' ? 200 : 503).end(JSON.stringify(body));
    });
    const { code, said } = await runDoctor(['--server', stub.url], key);
    assert.equal(code, 4);
    assert.match(said, /✗ it is not ready: the database cannot be reached\. Check DATABASE_URL/);
    assert.match(said, /· it has version 9\.9\.9, this command .*: update the older one/);
  });
});

describe('fairtrial init', () => {
  it('writes a configuration that is valid, and overwrites no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    const { code } = await runFairtrial(['init'], { cwd: folder });
    assert.equal(code, 0);
    const config = parse(await readFile(join(folder, 'fairtrial.config.yaml'), 'utf8')) as object;
    const schema = JSON.parse(
      await readFile('docs/reference/fairtrial.config.schema.json', 'utf8'),
    ) as object;
    const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    assert.ok(check(config), JSON.stringify(check.errors));
    assert.ok(!check({ api_key: 'hunter2' }));
    assert.ok(!check({ atempts: 1 }));
    const again = await runFairtrial(['init'], { cwd: folder });
    assert.equal(again.code, 2);
    assert.match(again.stderr, /fairtrial\.config\.yaml already exists/);
    await rm(folder, { recursive: true });
  });
});

describe('fairtrial models', () => {
  it('lists the models of the hub and the fine-tuned ones', async () => {
    await using stubs = await startAgentWithStubs();
    const { code, stdout } = await runFairtrial(['models', '--agent', stubs.agent.url]);
    assert.equal(code, 0);
    assert.match(stdout, /studio +support-de$/m);
  });
});

describe('fairtrial completion', () => {
  it('completes commands and flags in bash', async () => {
    const { stdout } = await runFairtrial(['completion', 'bash']);
    const complete = (words: string): readonly string[] => {
      const script = `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _fairtrial; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    assert.deepEqual(complete('fairtrial com'), ['compare', 'completion']);
    assert.deepEqual(complete('fairtrial run --ga'), ['--gate']);
    assert.deepEqual(complete('fairtrial run CHANGE'), ['CHANGELOG.md']);
  });

  it('completes commands in zsh and fish', async () => {
    for (const shell of ['zsh', 'fish']) {
      const { stdout, code } = await runFairtrial(['completion', shell]);
      assert.equal(code, 0);
      for (const name of ['run', 'watch', 'doctor', 'export'])
        assert.match(stdout, new RegExp(name));
    }
  });
});

describe('fairtrial up', () => {
  it('starts both services of the checkout, and stops them on SIGINT', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    const child = spawn(process.execPath, [FAIRTRIAL, 'up'], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'] ?? '',
        AGENT_PORT: '0',
        EVALS_PORT: '0',
        DATABASE_URL: '',
        EVALS_DATA: join(folder, 'data'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await until('both are ready', () => said.includes('Ready.'));
    const [, url = ''] = /^evals +(http\S+)$/m.exec(said) ?? [];
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    await assert.rejects(fetch(`${url}/readyz`));
    await rm(folder, { recursive: true });
  });

  it('explains how to get the services if there is no checkout', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    for (const command of ['up', 'demo']) {
      const { code, stderr } = await runFairtrial([command], { cwd: folder });
      assert.equal(code, 2);
      assert.match(stderr, /from a checkout of the Fairtrial repository/);
    }
    await rm(folder, { recursive: true });
  });
});
