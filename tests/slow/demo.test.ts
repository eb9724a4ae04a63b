import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, it } from 'node:test';
import { copyHouse } from '../support/copy-house.ts';
import { findFreePorts } from '../support/serve-house.ts';
import { until } from '../support/until.ts';

/** What a demo leaves while it is there. */
function traces(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('assay-demo-'));
}

async function isTaken(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/livez`).catch(() => undefined);
  return answer !== undefined;
}

describe('npm run demo', () => {
  it('finds the planted regression without a key, and leaves nothing behind after Ctrl-C', async () => {
    await using house = await copyHouse();
    const ports = await findFreePorts();
    const others = traces();
    const child = spawn('bash', ['-c', 'npm run demo'], {
      cwd: house.folder,
      // A key that would cost somebody money, were it used.
      env: { ...ports.env, OPENAI_API_KEY: 'canary-key', HUB_BASE_URL: 'http://127.0.0.1:1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
    }
    const said = (text: RegExp): boolean => text.test(output.join(''));
    const begun = performance.now();
    await until('the demo is there', () => said(/Ctrl-C ends/) || child.exitCode !== null, 110_000);
    const seconds = (performance.now() - begun) / 1000;
    assert.ok(seconds < 90, `${seconds} s on a machine that may be busy; 15 alone`);
    assert.match(output.join(''), /bank-lost-card .*regressed/);
    assert.match(output.join(''), /bank-lost-card interaction 2/);
    assert.doesNotMatch(output.join(''), /canary-key/);

    const closed = once(child, 'close'); // when nobody holds its output any more
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await closed;
    for (const port of ['8000', '8080', '9100']) {
      assert.equal(await isTaken(ports.rewrite(`http://127.0.0.1:${port}`)), false, port);
    }
    assert.deepEqual(
      traces().filter((name) => !others.includes(name)),
      [],
    );
  });
});
