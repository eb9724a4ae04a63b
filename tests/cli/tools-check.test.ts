import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import stringWidth from 'string-width';
import { startToolEndpoint, TOOL_BATCH } from '../support/data/tool-checks.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import type { Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';

const TABLE = `    expected                             | made
  ✓ verify_identity                      | verify_identity {"code":"1234"}
  · –                                    | search {"q":"card"} (also called)
  ✗ –                                    | delete_account {} (forbidden)
  ≠ block_card {"card":"4471"}           | block_card {"note":"The customer
                                         | called from abroad. The customer
                                         | calle…,"card":"9"} (other arguments:
                                         | card; failed)
  ✗ order_card {"express":true}          | not called
`;

describe('tools checks in the command line', () => {
  let evals: Service;
  let endpoint: Stub;
  let folder: string;
  let ended: Ended;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-tools-'));
    evals = await startService('evals');
    endpoint = await startToolEndpoint();
    await writeFile(join(folder, 'batch.json'), JSON.stringify(TOOL_BATCH));
    const target = ['--endpoint', `${endpoint.url}/v1`, '--model', 'm', '--attempts', '1'];
    const reports = ['--junit', 'j.xml', '--md', 'r.md', '--html', 'pages'];
    ended = await fairtrial('run', 'batch.json', ...target, ...reports);
  });
  after(async () => {
    await endpoint[Symbol.asyncDispose]();
    await evals[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function fairtrial(...args: readonly string[]): Promise<Ended> {
    return runFairtrial([...args, '--server', evals.url], { cwd: folder });
  }

  it('fairtrial run prints the expected calls of a failed check next to the calls that were made, in 80 columns', () => {
    assert.equal(ended.code, 1, ended.stderr);
    assert.ok(ended.stdout.includes(TABLE), ended.stdout);
    assert.match(
      ended.stdout,
      /^  ⇅ verify_identity +\| verify_identity .*\(out\n +\| of order\)$/m,
    );
    assert.deepEqual(
      ended.stdout.split('\n').filter((line) => stringWidth(line) > 80),
      [],
    );
  });

  it('fairtrial show prints the calls of the checks that did not pass', async () => {
    const { stdout } = await fairtrial('show', runIdIn(ended), 'lost-card', '1');
    assert.ok(stdout.includes(TABLE), stdout);
    assert.match(stdout, /^✓ tools "look"/m);
    assert.equal(stdout.split('| made').length - 1, 2);
  });

  it('the JUnit and the Markdown report have the detail of a failed check', async () => {
    for (const name of ['j.xml', 'r.md']) {
      const text = await readFile(join(folder, name), 'utf8');
      assert.match(text, /tools "?(?:&quot;)?block.*missing: /, name);
    }
  });

  it('the HTML report has the two columns of a failed check', async () => {
    const page = await readFile(join(folder, 'pages', 'scenario-1.html'), 'utf8');
    assert.match(page, /<table class="calls">/);
    assert.match(page, /<bdi>other arguments: card<\/bdi>/);
  });
});
