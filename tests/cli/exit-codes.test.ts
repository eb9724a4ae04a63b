import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { act, untilOver, viewRun, walkRuns } from '../support/calls/run-api.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { until } from '../support/services/until.ts';
import { sendJson, startStub } from '../support/stubs/start-stub.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';
import { commandsIn } from './terminal-codes.ts';

const KEY = 'the-key';
const BATCH = {
  interactions: [{ user_message: 'Hello' }, { user_message: 'And then?' }],
};

describe('the exit code of fairtrial', () => {
  let evals: Service;
  let folder: string;
  const env = { FAIRTRIAL_API_KEY: KEY };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    evals = await startService('evals', { FAIRTRIAL_API_KEYS: KEY });
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const api = () => ({ url: evals.url, headers: { 'x-api-key': KEY } });

  function fairtrial(...args: readonly string[]): Promise<Ended> {
    return runFairtrial(args, { cwd: folder, env });
  }

  function run(endpoint: string, ...flags: readonly string[]): Promise<Ended> {
    const to = ['--server', evals.url, '--endpoint', endpoint, '--model', 'm'];
    return fairtrial('run', 'batch.json', ...to, ...flags);
  }

  it('is 0 on success, and for help and version', async () => {
    await using endpoint = await startStub((_, response) => response.end('fine'));
    assert.equal((await run(`${endpoint.url}/v1`)).code, 0);
    for (const args of [['--help'], ['--version'], ['run', '--help'], ['help', 'run'], []]) {
      assert.equal((await fairtrial(...args)).code, 0);
    }
  });

  it('is 2 with an explanation if the command line is wrong', async () => {
    const cases = [
      [['nonsense'], /unknown command 'nonsense'/],
      [['run', '--nonsense'], /unknown option '--nonsense'/],
      [['run'], /no batch to play/],
      [['run', 'nowhere.json'], /nowhere\.json: there is no such file/],
      [['run', '--json', 'batch.json'], /--json would overwrite batch\.json, which is a batch/],
      [['run', '.'], /it is a folder, not a file/],
      [['run', 'batch.json', '--system-prompt', '@no.txt'], /no\.txt: there is no such file/],
      [['run', 'batch.json', '--reply', 'data'], /It must be a JSON Pointer, such as \/data/],
      [['run', '*.nothing'], /no file matches \*\.nothing/],
      [['run', 'batch.json', '--model', 'm'], /no endpoint: pass --endpoint/],
      [['run', 'batch.json', '--attempts', '0'], /whole number from 1/],
      [['run', 'batch.json', '--gate', 'overall>=80'], /did you mean 80%/],
      [['run', 'batch.json', '--baseline', 'newest'], /It must be latest, pinned, or the id/],
      [['runs', '--state', 'lost'], /Allowed choices are running, /],
      [['runs', '--server', 'localhost'], /'localhost' is not the address of a service/],
      [['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
      [['export', 'x', '--format', 'pdf'], /Allowed choices are json/],
    ] as const;
    for (const [args, said] of cases) {
      const { code, stderr, stdout } = await fairtrial(...args);
      assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
      assert.match(stderr, said);
      assert.equal(stdout, '');
    }
  });

  it('is 2 if a batch or the configuration is invalid, and each problem has its path', async () => {
    const other = join(folder, 'faulty');
    await mkdir(other);
    const cases = [
      [
        'b.json',
        '{"interactions": [{}]}',
        /b\.json, line 1: interactions\.0\.user_message: is req/,
      ],
      [
        'fairtrial.config.yaml',
        'api_key: sk-secret',
        /api_key: a secret does not belong in a file/,
      ],
      ['fairtrial.config.yaml', 'atempts: 3', /line 1: atempts: is not a known field/],
      [
        'fairtrial.config.yaml',
        'api_key: env:FAIRTRIAL_NOT_THERE',
        /names the variable FAIRTRIAL_NOT_THERE, which is not set/,
      ],
      ['fairtrial.config.yaml', 'gates: [overall]', /gates\.0: 'overall' is not a gate/],
    ] as const;
    for (const [file, text, said] of cases) {
      await writeFile(join(other, file), text);
      const args = ['run', 'b.json', '--endpoint', 'http://127.0.0.1:1', '--model', 'm'];
      const { code, stderr } = await runFairtrial(args, { cwd: other });
      await rm(join(other, file));
      assert.equal(code, 2, stderr);
      assert.match(stderr, said);
      assert.doesNotMatch(stderr, /sk-secret/);
    }
  });

  it('is 2 if the service refuses the key or the request, or does not know the run', async () => {
    const wrong = { cwd: folder, env: { FAIRTRIAL_API_KEY: 'wrong-key' } };
    const refused = await runFairtrial(['runs', '--server', evals.url], wrong);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /this API key is unknown[^]*Set FAIRTRIAL_API_KEY/);
    assert.doesNotMatch(refused.stderr, /wrong-key/);
    const unknownRunId = '01a1dcd3-b938-70ec-9762-1d939ad9c69d';
    const unknown = await fairtrial('watch', unknownRunId, '--server', evals.url);
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    const lost = await run('http://127.0.0.1:1/', '--baseline', unknownRunId);
    assert.equal(lost.code, 2, lost.stderr);
  });

  it('is 2 before any call is made if a gate can never be decided or the run is too large', async () => {
    await using endpoint = await startStub(() => undefined);
    const twice = ['--attempts', '2'];
    const gate = await run(endpoint.url, ...twice, '--gate', 'overal >= 0.8');
    assert.equal(gate.code, 2);
    assert.match(
      gate.stderr,
      /^✗ no run was started\n--gate: 'overal >= 0\.8' can never be decided: no turn is scored/,
    );
    const many = ['--attempts', '101'];
    const large = await run(endpoint.url, ...many);
    assert.match(large.stderr, /\n--attempts: 101 attempts, and at most 100 are allowed/);
    const planned = await run(endpoint.url, ...many, '--dry-run');
    assert.deepEqual([large.code, planned.code], [2, 2]);
    assert.match(
      planned.stderr,
      /^✗ the service would refuse this run\n--attempts: 101 attempts, and at most 100 are/,
    );
    assert.deepEqual(
      [endpoint.requests.length, await walkRuns(api(), '?q=batch&state=running')],
      [0, []],
    );
  });

  it('is 3 if nothing answers at the endpoint', async () => {
    const dead = await run('http://127.0.0.1:1/', '--attempts', '5', '--gate', 'answered>=10%');
    assert.equal(dead.code, 3, dead.stderr);
    assert.match(dead.stdout, /^✗ requests failed: 10 of 10 requests failed in the run$/m);
    assert.match(
      dead.stderr,
      /10 requests failed: http:\/\/127\.0\.0\.1:1\/: the connection was refused/,
    );
  });

  it('is 3 with the reason if too many requests fail', async () => {
    let asked = 0;
    await using endpoint = await startStub((_, response) => {
      asked += 1;
      sendJson(response, { error: { message: 'bad \u001B[31mword' } }, asked === 1 ? 400 : 200);
    });
    const { code, stdout, stderr } = await run(`${endpoint.url}/v1`, '--concurrency', '1');
    assert.equal(code, 3, stderr);
    assert.match(stdout, /of 2 requests failed/);
    assert.deepEqual(commandsIn(stdout + stderr), []);
  });

  it('is 4 if the evaluation service does not answer, or another program answers', async () => {
    await using nginx = await startStub((_, response) => response.writeHead(502).end('<html>'));
    for (const server of ['http://127.0.0.1:1', nginx.url]) {
      const { code, stderr } = await fairtrial('runs', '--server', server);
      assert.equal(code, 4, stderr);
    }
  });

  it('is 4 if the run is cancelled', async () => {
    await using slow = await startStub(() => undefined);
    const onStderr = (text: string): void => {
      if (/^Run .{36}$/m.test(text)) cancelled ??= act(api(), runIdIn({ stderr: text }), 'cancel');
    };
    let cancelled: Promise<unknown> | undefined;
    const args = ['run', 'batch.json', '--server', evals.url, '--endpoint', `${slow.url}/v1`];
    const { code, stdout, stderr } = await runFairtrial([...args, '--model', 'm'], {
      cwd: folder,
      env,
      onStderr,
    });
    assert.equal(code, 4, stderr);
    assert.match(stdout, /^■ cancelled: the run was cancelled$/m);
    await cancelled;
  });

  it('is 130 if it is interrupted; the run continues and can be followed by its id', async () => {
    const release = Promise.withResolvers<void>();
    await using held = await startStub(async (_, response) => {
      await release.promise;
      response.end('fine');
    });
    let isSent = false;
    const args = ['run', 'batch.json', '--server', evals.url, '--endpoint', `${held.url}/v1`];
    const { code, stderr } = await runFairtrial([...args, '--model', 'm', '--name', 'held'], {
      cwd: folder,
      env,
      onStderr: (text, child) => {
        if (isSent || !text.includes('Run ')) return;
        isSent = true;
        child.kill('SIGINT');
      },
    });
    assert.equal(code, 130, stderr);
    const id = runIdIn({ stderr });
    assert.ok(stderr.includes(`fairtrial watch ${id} --server ${evals.url}`), stderr);
    assert.equal((await viewRun(api(), id)).state, 'running');
    const watching = fairtrial('watch', id, '--server', evals.url);
    await until('the endpoint is asked', () => held.requests.length > 0);
    release.resolve();
    assert.equal((await watching).code, 0);
    assert.equal((await untilOver(api(), id)).state, 'completed');
    assert.equal((await walkRuns(api(), '?q=held')).length, 1);
  });
});
