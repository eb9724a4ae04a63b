import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import {
  CI_TOKEN,
  OWN_COMMENT,
  startCodeHost,
  FOREIGN_COMMENT,
  type CodeHostStub,
} from '../support/stubs/start-code-host.ts';

const run = promisify(execFile);

describe('the comment on a change', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-ci-'));
    await writeFile(join(folder, 'pull.json'), '{"pull_request": {"number": 12}}');
    await writeFile(join(folder, 'push.json'), '{}');
  });
  after(() => rm(folder, { recursive: true }));

  const github = (host: { url: string }, event = 'pull.json'): Record<string, string> => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: host.url,
    GITHUB_REPOSITORY: 'team/bot',
    GITHUB_EVENT_PATH: join(folder, event),
    GITHUB_TOKEN: CI_TOKEN,
  });
  const gitlab = (host: { url: string }): Record<string, string> => ({
    CI_API_V4_URL: `${host.url}/api/v4`,
    CI_PROJECT_ID: '5',
    CI_MERGE_REQUEST_IID: '12',
    GITLAB_TOKEN: CI_TOKEN,
  });

  /** Comments with this report, as the pipeline does. */
  async function comment(env: Readonly<Record<string, string>>, report?: string): Promise<string> {
    const output = join(folder, 'out');
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    await writeFile(join(output, 'exit-code'), '4\n');
    if (report !== undefined) await writeFile(join(output, 'report.md'), report);
    const options = { env: { PATH: process.env['PATH'] ?? '', FAIRTRIAL_OUTPUT: output, ...env } };
    const { stdout, stderr } = await run(process.execPath, ['integrations/ci/comment.ts'], options);
    assert.ok(!`${stdout}${stderr}`.includes(CI_TOKEN));
    return stdout;
  }

  for (const [name, envOf] of Object.entries({ github, gitlab })) {
    it(`is created once and then updated in place, on ${name}`, async () => {
      await using host = await startCodeHost([{ body: 'Nice change!', ...FOREIGN_COMMENT }]);
      assert.match(await comment(envOf(host), '# first'), /was created/);
      assert.match(await comment(envOf(host), '# second'), /was updated/);
      assert.deepEqual(bodiesOf(host), ['Nice change!', '<!-- fairtrial: default -->\n# second']);
      await comment({ ...envOf(host), FAIRTRIAL_COMMENT: 'nightly' }, '# other');
      assert.equal(host.comments.length, 3, 'of another name, another comment');
    });

    it(`is found among hundreds of others, of which none is changed, on ${name}`, async () => {
      const forged = { body: '<!-- fairtrial: default -->\nmine', ...FOREIGN_COMMENT };
      const many = Array.from({ length: 230 }, () => ({ body: 'x', ...OWN_COMMENT }));
      const own = { body: '<!-- fairtrial: default -->\nold', ...OWN_COMMENT };
      await using host = await startCodeHost([forged, ...many, own]);
      assert.match(await comment(envOf(host), '# new'), /was updated/);
      assert.equal(host.comments[0]?.body, forged.body);
      assert.equal(host.comments.at(-1)?.body, '<!-- fairtrial: default -->\n# new');
    });

    it(`that is not permitted is logged and does not fail the job, on ${name}`, async () => {
      await using host = await startCodeHost([], 403);
      assert.match(await comment(envOf(host), '# x'), /^No comment: POST \S+ answered 403\.$/m);
    });
  }

  it('is not written if there is no change to comment on, or no token', async () => {
    await using host = await startCodeHost();
    assert.match(await comment(github(host, 'push.json'), '# x'), /not about a pull request/);
    assert.match(await comment({ ...github(host), GITHUB_TOKEN: '' }, '# x'), /there is no token/);
    assert.match(
      await comment({ ...gitlab(host), GITLAB_TOKEN: '' }, '# x'),
      /GITLAB_TOKEN is not/,
    );
    assert.equal(host.requests.length, 0);
  });

  it('says that there is no result', async () => {
    await using host = await startCodeHost();
    await comment(github(host));
    assert.match(bodiesOf(host)[0] ?? '', /There is no result \(`fairtrial` ended with 4\)/);
  });

  it('says that the report is longer than a comment may be', async () => {
    await using host = await startCodeHost();
    await comment(github(host), 'x'.repeat(70_000));
    assert.match(bodiesOf(host)[0] ?? '', /too long for a comment/);
  });
});

function bodiesOf(host: CodeHostStub): string[] {
  return host.comments.map(({ body }) => body);
}
