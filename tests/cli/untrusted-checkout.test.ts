import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runAssay, type Ended } from './run-assay.ts';

describe('the configuration file of a checkout that was not reviewed', () => {
  let folder: string;
  let server: Stub;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-untrusted-'));
    server = await startStub((_, response) => sendJson(response, { runs: [], data: [] }));
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** Runs the command in the checkout. */
  async function assay(
    config: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    await writeFile(join(folder, 'assay.config.yaml'), config);
    return runAssay(args, { cwd: folder, env });
  }

  describe('and the API key', () => {
    it('cannot send the key to a server that only the file names; the error says what to do', async () => {
      const config = `server: ${server.url}\n`;
      for (const args of [['runs'], ['show', 'latest'], ['doctor']]) {
        const { code, stdout, stderr } = await assay(config, args, { ASSAY_API_KEY: 'the-key' });
        assert.equal(code, 2, stderr);
        const said = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
        assert.match(said, /the API key is not sent to http:\S+, which only assay\.config\.yaml/);
        assert.ok(said.includes(`set ASSAY_SERVER=${server.url} or pass --server ${server.url}`));
        assert.doesNotMatch(said, /the-key/);
      }
      assert.deepEqual(server.requests, []);
    });

    it('cannot do so with a variable that the file names, either', async () => {
      const config = `server: ${server.url}\napi_key: env:ASSAY_TEAM_KEY\n`;
      const { code, stderr } = await assay(config, ['runs'], { ASSAY_TEAM_KEY: 'the-key' });
      assert.equal(code, 2, stderr);
      assert.deepEqual(server.requests, []);
    });

    it('cannot send the key to an agent backend that only the file names', async () => {
      const config = `agent: ${server.url}\n`;
      const env = { ASSAY_API_KEY: 'the-key', ASSAY_SERVER: server.url };
      for (const args of [['models'], ['doctor']]) {
        const { code, stdout, stderr } = await assay(config, args, env);
        assert.equal(code, 2, stderr);
        assert.match(`${stdout}${stderr}`.replaceAll(/\s+/g, ' '), /set ASSAY_AGENT=http/);
      }
      assert.deepEqual(server.requests, []);
      const { code, stderr } = await assay(config, ['runs'], env);
      assert.equal(code, 0, `a command that does not ask the agent backend works: ${stderr}`);
    });

    it('sends the key to a server that an option or the environment names', async () => {
      const config = 'server: http://127.0.0.1:1\napi_key: env:ASSAY_TEAM_KEY\n';
      const env = { ASSAY_TEAM_KEY: 'the-key' };
      for (const { code, stderr } of [
        await assay(config, ['runs', '--server', server.url], env),
        await assay(config, ['runs'], { ...env, ASSAY_SERVER: server.url }),
      ])
        assert.equal(code, 0, stderr);
      const sent = server.requests.map(({ headers }) => headers.authorization);
      assert.deepEqual(sent, ['Bearer the-key', 'Bearer the-key']);
    });

    it('may name the server if there is no key, and the default server always', async () => {
      const open = await assay(`server: ${server.url}\n`, ['runs']);
      assert.equal(open.code, 0, open.stderr);
      const usual = await assay(
        'server: http://127.0.0.1:8080/\nmodel: m\nendpoint: http://e\n',
        ['run', 'none.json'],
        { ASSAY_API_KEY: 'the-key' },
      );
      assert.match(usual.stderr, /none\.json: there is no such file/);
    });

    it('can name no variable but those whose name begins with ASSAY_', async () => {
      const env = { AWS_SECRET_ACCESS_KEY: 'aws-secret', ASSAY_SERVER: server.url };
      const { code, stderr } = await assay('api_key: env:AWS_SECRET_ACCESS_KEY\n', ['runs'], env);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /api_key: only variables whose name begins with ASSAY_ can be named/);
      assert.doesNotMatch(stderr, /aws-secret/);
      assert.deepEqual(server.requests, []);
    });

    it('cannot name a server with a query, which would turn the path of a request into a value', async () => {
      const { code, stderr } = await assay(`server: ${server.url}/any/path?x=\n`, ['runs']);
      assert.equal(code, 2, stderr);
      assert.deepEqual(server.requests, []);
    });
  });
});
