import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freshDatabase } from '../../support/services/fresh-database.ts';
import { refuseToStart, startService } from '../../support/services/start-service.ts';
import { until } from '../../support/services/until.ts';

describe('a service process', () => {
  it('reports all faults of its environment at once in plain words, and exits with 2', async () => {
    const { exitCode, output } = await refuseToStart('evals', {
      EVALS_PORT: 'eighty',
      ALLOWED_ORIGINS: 'somewhere',
      MAX_ATTEMPTS: '-1',
    });
    assert.equal(exitCode, 2);
    assert.equal(
      output,
      'Cannot start: the environment is not valid.\n' +
        '  EVALS_PORT: must be a port number from 0 to 65535; got "eighty"\n' +
        '  ALLOWED_ORIGINS: must be a comma-separated list of http:// or https:// addresses; got "somewhere"\n' +
        '  MAX_ATTEMPTS: must be a whole number from 1 to 1000000; got "-1"\n',
    );
  });

  it('listens on loopback only if there are no keys', async () => {
    for (const [name, variable] of [
      ['agent', 'AGENT_HOST'],
      ['evals', 'EVALS_HOST'],
    ] as const) {
      const { exitCode, output } = await refuseToStart(name, { [variable]: '0.0.0.0' });
      assert.equal(exitCode, 2);
      assert.match(output, new RegExp(`${variable}: .*set FAIRTRIAL_API_KEYS`));
    }
  });

  it('requires a key of every caller if there are keys', async () => {
    await using evals = await startService('evals', {
      EVALS_HOST: '0.0.0.0',
      FAIRTRIAL_API_KEYS: 'let-me-in',
    });
    const url = evals.url.replace('0.0.0.0', '127.0.0.1');
    const status = async (headers: Record<string, string>): Promise<number> => {
      const response = await fetch(`${url}/runs/x`, { headers });
      await response.text();
      return response.status;
    };
    assert.equal(await status({}), 401);
    assert.equal(await status({ authorization: 'Bearer nope' }), 401);
    assert.equal(await status({ authorization: 'Bearer let-me-in' }), 404);
  });

  it('does not start with a data folder whose password is not known, and leaves no database behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairtrial-data-'));
    try {
      await chmod(folder, 0o755); // PostgreSQL runs as another user if root starts it
      const env = { DATABASE_URL: '', EVALS_DATA: folder };
      await (await startService('evals', env))[Symbol.asyncDispose]();
      await rm(join(folder, 'postgres/password'));
      const { exitCode, output } = await refuseToStart('evals', env);
      assert.equal(exitCode, 2);
      assert.match(output, /EVALS_DATA: the database in .* has another password/);
      assert.equal(existsSync(join(folder, 'postgres/data/postmaster.pid')), false);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('serves a file of the console without a warning in its log', async () => {
    await using evals = await startService('evals');
    const response = await fetch(`${evals.url}/`);
    assert.match(await response.text(), /<html/);
    assert.equal(response.status, 200);
    assert.doesNotMatch(evals.output(), /Warning/);
  });

  it('does not start on a database that cannot store every text, and explains how to create one that can', async () => {
    await using server = await freshDatabase();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ascii encoding 'SQL_ASCII' locale 'C' template template0`);
    try {
      const { exitCode, output } = await refuseToStart('evals', {
        DATABASE_URL: server.url.replace(/[^/]+$/, 'ascii'),
      });
      assert.equal(exitCode, 2);
      assert.match(output, /DATABASE_URL: .*its encoding is SQL_ASCII.*create database fairtrial/);
    } finally {
      await client.query('drop database ascii with (force)');
      await client.end();
    }
  });

  it('exits on SIGTERM even if its log has no reader any more', async () => {
    const service = await startService('simulator');
    service.process.stdout?.destroy();
    const exited = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('shuts down gracefully when npm, which started it, gets a signal', async () => {
    const npm = spawn('npm', ['start', '--', 'agent'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { PATH: process.env['PATH'], AGENT_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const closed = once(npm, 'close'); // emitted when the last process that holds its stdout has ended
    await until('it listens', () => output.includes('"msg":"listening"'));
    npm.kill('SIGTERM');
    await closed;
    assert.match(output, /"msg":"closed"/);
  });

  it('reports that its port is in use', async () => {
    await using first = await startService('simulator');
    const { exitCode, output } = await refuseToStart('simulator', {
      SIMULATOR_PORT: new URL(first.url).port,
    });
    assert.equal(exitCode, 2);
    assert.match(output, /address already in use.*Is it running already\?/);
  });
});
