import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startService } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

describe('the configuration file of an unreviewed checkout', () => {
  let folder: string;
  let server: Stub;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-untrusted-'));
    server = await startStub((_, response) => sendJson(response, { runs: [], data: [] }));
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Runs the command in the checkout. */
  async function fairtrial(
    config: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    await writeFile(join(folder, 'fairtrial.config.yaml'), config);
    return runFairtrial(args, { cwd: folder, env });
  }

  describe('and the API key', () => {
    it('cannot send the key to a server that only the file names; the error explains what to do', async () => {
      const config = `server: ${server.url}\n`;
      for (const args of [['runs'], ['show', 'latest'], ['doctor']]) {
        const { code, stdout, stderr } = await fairtrial(config, args, {
          FAIRTRIAL_API_KEY: 'the-key',
        });
        assert.equal(code, 2, stderr);
        const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
        assert.match(
          said,
          /the API key is not sent to http:\S+, which only fairtrial\.config\.yaml/,
        );
        assert.ok(
          said.includes(`set FAIRTRIAL_SERVER=${server.url} or pass --server ${server.url}`),
        );
        assert.doesNotMatch(said, /the-key/);
      }
      assert.deepEqual(server.requests, []);
    });

    it('cannot send the key to such a server through a variable that the file names', async () => {
      const config = `server: ${server.url}\napi_key: env:FAIRTRIAL_TEAM_KEY\n`;
      const { code, stderr } = await fairtrial(config, ['runs'], { FAIRTRIAL_TEAM_KEY: 'the-key' });
      assert.equal(code, 2, stderr);
      assert.deepEqual(server.requests, []);
    });

    it('cannot send the key to an agent backend that only the file names', async () => {
      const config = `agent: ${server.url}\n`;
      const env = { FAIRTRIAL_API_KEY: 'the-key', FAIRTRIAL_SERVER: server.url };
      for (const args of [['models'], ['doctor']]) {
        const { code, stdout, stderr } = await fairtrial(config, args, env);
        assert.equal(code, 2, stderr);
        assert.match(`${stdout}${stderr}`.replaceAll(/\s+/g, ' '), /set FAIRTRIAL_AGENT=http/);
      }
      assert.deepEqual(server.requests, []);
      const { code, stderr } = await fairtrial(config, ['runs'], env);
      assert.equal(code, 0, `a command that does not ask the agent backend works: ${stderr}`);
    });

    it('sends the key to a server that an option or the environment names', async () => {
      const config = 'server: http://127.0.0.1:1\napi_key: env:FAIRTRIAL_TEAM_KEY\n';
      const env = { FAIRTRIAL_TEAM_KEY: 'the-key' };
      for (const { code, stderr } of [
        await fairtrial(config, ['runs', '--server', server.url], env),
        await fairtrial(config, ['runs'], { ...env, FAIRTRIAL_SERVER: server.url }),
      ])
        assert.equal(code, 0, stderr);
      const sent = server.requests.map(({ headers }) => headers.authorization);
      assert.deepEqual(sent, ['Bearer the-key', 'Bearer the-key']);
    });

    it('may name the server if there is no key, and may always name the default server', async () => {
      const open = await fairtrial(`server: ${server.url}\n`, ['runs']);
      assert.equal(open.code, 0, open.stderr);
      const usual = await fairtrial(
        'server: http://127.0.0.1:8080/\nmodel: m\nendpoint: http://e\n',
        ['run', 'none.json'],
        { FAIRTRIAL_API_KEY: 'the-key' },
      );
      assert.match(usual.stderr, /none\.json: there is no such file/);
    });

    it('can only refer to variables whose names start with FAIRTRIAL_', async () => {
      const env = { AWS_SECRET_ACCESS_KEY: 'aws-secret', FAIRTRIAL_SERVER: server.url };
      const { code, stderr } = await fairtrial(
        'api_key: env:AWS_SECRET_ACCESS_KEY\n',
        ['runs'],
        env,
      );
      assert.equal(code, 2, stderr);
      assert.match(
        stderr,
        /api_key: only variables whose name begins with FAIRTRIAL_ can be named/,
      );
      assert.doesNotMatch(stderr, /aws-secret/);
      assert.deepEqual(server.requests, []);
    });

    it('cannot name a server with a query, which would turn the path of a request into a value', async () => {
      const { code, stderr } = await fairtrial(`server: ${server.url}/any/path?x=\n`, ['runs']);
      assert.equal(code, 2, stderr);
      assert.deepEqual(server.requests, []);
    });
  });

  describe('and other files', () => {
    let victim: string;
    const BATCH = JSON.stringify({ interactions: [{ user_message: 'Hello' }] });
    const MINIMAL = 'files: [batch.json]\nendpoint: http://127.0.0.1:1\nmodel: m\n';
    const planned = ['run', '--dry-run'];
    /** The files are accepted if the command fails only because no service can plan the run. */
    const NOWHERE = { FAIRTRIAL_SERVER: 'http://127.0.0.1:1' };

    /** The checkout is a sibling of the file that must not be touched. */
    beforeEach(async () => {
      victim = join(folder, 'victim.md');
      await writeFile(victim, 'alias ls=ls\n');
      folder = join(folder, 'checkout');
      await mkdir(join(folder, 'reports'), { recursive: true });
      await writeFile(join(folder, 'batch.json'), BATCH);
      await symlink('..', join(folder, 'up'));
      await symlink(victim, join(folder, 'link.md'));
      await symlink('batch.json', join(folder, 'inside.md'));
      await symlink('nowhere.md', join(folder, 'dangling.md'));
      await symlink(victim, join(folder, 'reports/link.json'));
    });
    afterEach(() => {
      folder = join(folder, '..');
    });

    it('cannot write a report outside its folder, neither by path nor by link', async () => {
      for (const report of [
        'md: ../victim.md',
        `md: ${victim}`,
        'md: up/victim.md',
        'md: up/new/victim.md',
        'md: link.md',
        'md: inside.md',
        'md: dangling.md',
        'json: reports/link.json',
        'junit: up/victim.xml',
        'html: ..',
        'html: up',
        'html: up/html',
      ]) {
        const { code, stderr } = await fairtrial(`${MINIMAL}${report}\n`, planned);
        assert.equal(code, 2, report);
        const [kind, path] = report.split(': ');
        assert.ok(stderr.includes(`${report} is outside the folder`), `${path}: ${stderr}`);
        assert.ok(stderr.includes(`pass --${kind} instead`), stderr);
      }
    });

    it('cannot make a report overwrite a file of another kind', async () => {
      for (const [report, ending] of [
        ['md: .git/hooks/pre-commit', '.md'],
        ['junit: .npmrc', '.xml'],
        ['json: Makefile', '.json'],
      ] as const) {
        const { code, stderr } = await fairtrial(`${MINIMAL}${report}\n`, planned);
        assert.equal(code, 2, report);
        assert.ok(stderr.includes(`must end in ${ending}`), stderr);
      }
    });

    it('may name reports in its folder, while an option may name a report anywhere', async () => {
      const inside =
        'md: new/report.md\njunit: reports/report.xml\nhtml: reports/html\njson: "-"\n';
      const ended = await fairtrial(`${MINIMAL}${inside}`, planned, NOWHERE);
      assert.equal(ended.code, 4, ended.stderr);
      const outside = ['--md', victim, '--html', join(folder, 'up/html')];
      const config = `${MINIMAL}md: ../victim.md\nhtml: ..\n`;
      const free = await fairtrial(config, [...planned, ...outside], NOWHERE);
      assert.equal(free.code, 4, free.stderr);
    });

    it('cannot name a batch outside its folder, nor search there', async () => {
      await writeFile(join(folder, '../other.json'), BATCH);
      await symlink('../other.json', join(folder, 'other.json'));
      for (const pattern of [
        '../other.json',
        'other.json',
        'up/other.json',
        'up/*.json',
        '../*.json',
        '/**/*.json',
        '/proc/self/environ',
      ]) {
        const config = MINIMAL.replace('batch.json', JSON.stringify(pattern));
        const { code, stdout, stderr } = await fairtrial(config, planned);
        assert.equal(code, 2, `${pattern}: ${stdout}`);
        assert.match(stderr, /files: .* is outside the folder of the configuration file/, pattern);
      }
      const named = await fairtrial(MINIMAL, [...planned, '../other.json'], NOWHERE);
      assert.equal(named.code, 4, named.stderr);
    });

    it('shows no content of a file that is not a batch, only the position of the error', async () => {
      const header = '  extraheader = AUTHORIZATION: basic c2VjcmV0';
      const secrets = ['c2VjcmV0', 'hunter2'];
      for (const text of [
        `[http "x"]\n${header}: hunter2\n`,
        `a: b\n\t${header}\nhunter2\n`,
        `"hunter2\n${header}`,
        `hunter2: &c2VjcmV0\n  - *c2VjcmV0 hunter2\n`,
        `- *hunter2\n`,
        `hunter2: !c2VjcmV0 [1\n`,
        `%hunter2\n---\nc2VjcmV0`,
        `]hunter2 c2VjcmV0`,
      ]) {
        await writeFile(join(folder, 'config.yaml'), text);
        const { code, stderr } = await fairtrial(
          MINIMAL.replace('batch.json', 'config.yaml'),
          planned,
        );
        assert.equal(code, 2, stderr);
        assert.match(stderr, /^✗ config\.yaml[,:] /);
        for (const secret of secrets) assert.ok(!stderr.includes(secret), stderr);
      }
    });

    it('writes its reports in its folder, the HTML report without following a link', async () => {
      await using evals = await startService('evals');
      await using endpoint = await startStub((_, response) =>
        sendJson(response, chatCompletion('Hello')),
      );
      for (const page of ['index.html', 'scenario-1.html'])
        await symlink(victim, join(folder, 'reports', page));
      const reports =
        'md: reports/report.md\njunit: report.xml\nhtml: reports\njson: report.json\n';
      const config = `${MINIMAL.replace('127.0.0.1:1', new URL(endpoint.url).host)}${reports}`;
      await writeFile(join(folder, 'fairtrial.config.yaml'), config);
      const args = ['run', '--config', 'checkout/fairtrial.config.yaml', '--server', evals.url];
      const { code, stderr } = await runFairtrial(args, { cwd: join(folder, '..') });
      assert.equal(code, 0, stderr);
      assert.equal(await readFile(victim, 'utf8'), 'alias ls=ls\n');
      for (const [file, text] of [
        ['reports/index.html', /<html/],
        ['reports/scenario-1.html', /<html/],
        ['reports/report.md', /^#/],
        ['report.xml', /<testsuites/],
        ['report.json', /"exit_code": 0/],
      ] as const)
        assert.match(await readFile(join(folder, file), 'utf8'), text);
    });
  });
});
