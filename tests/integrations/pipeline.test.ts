import { lexer, walkTokens } from 'marked';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { runSamples } from '../support/data/sample-runs.ts';
import { CI_TOKEN, startCodeHost } from '../support/stubs/start-code-host.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import {
  exitCodeOfJunit,
  headlineInHtml,
  headlineInJunit,
  headlineInMarkdown,
  readJunitCounts,
} from '../support/surfaces/read-headline.ts';
import { chatCompletion, sendJson, startStub } from '../support/stubs/start-stub.ts';
import { readAction, runAction, runShell, type ActionEnd } from './run-action.ts';

const HOSTILE = [
  '@everyone @team/all #1 fixes #2',
  '</details><script>alert(1)</script><img src=x onerror=alert(1)>',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  '```\n# heading\n```\n~~~\n<!-- fairtrial: default -->',
  '[link](javascript:alert(1)) ![image](http://127.0.0.1:9/x.png)',
].join('\n');

describe('a pipeline', () => {
  let folder: string;
  let simulator: Service;
  let evals: Service;
  let baseline: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-checkout-'));
    await cp('samples', join(folder, 'evals'), { recursive: true });
    await writeFile(join(folder, 'event.json'), '{"pull_request": {"number": 3}}');
    simulator = await startService('simulator');
    evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: `${simulator.url}/v1`,
    });
    const endpoint = `${simulator.url}/v1`;
    ({ run_id: baseline } = await runSamples(evals, { endpoint, model_id: 'sim/v1' }));
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function github(
    host: { readonly url: string },
    inputs: Record<string, string>,
  ): Promise<ActionEnd> {
    return runAction({
      folder,
      inputs: { server: evals.url, endpoint: `${simulator.url}/v1`, attempts: '5', ...inputs },
      env: {
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: host.url,
        GITHUB_REPOSITORY: 'team/bot',
        GITHUB_EVENT_PATH: join(folder, 'event.json'),
        GITHUB_TOKEN: CI_TOKEN,
      },
    });
  }

  it('on GitHub comments the planted regression and fails; the next commit updates that comment', async () => {
    await using host = await startCodeHost();
    const asked = { files: 'evals/*.json', baseline };
    const worse = await github(host, { ...asked, model: 'sim/v2' });
    assert.equal(worse.code, 1, worse.output);
    const said = host.comments[0]?.body ?? '';
    const headline = { word: 'regressed', basis: 'the judge' };
    assert.deepEqual(headlineInMarkdown(said), headline);
    assert.match(said, /▼ 1 regressed, ▲ \d improved, · \d no change found, – 0 not known/);
    assert.match(said, /\| ` bank-lost-card ` \| .* \*\*−0\.[12]/);
    assert.deepEqual(headlineInMarkdown(worse.summary), headline);
    const report = (name: string): Promise<string> =>
      readFile(join(folder, 'fairtrial-report', name), 'utf8');
    assert.deepEqual(headlineInJunit(await report('junit.xml')), headline);
    assert.equal(exitCodeOfJunit(readJunitCounts(await report('junit.xml'))), 1);
    assert.deepEqual(headlineInHtml(await report('html/index.html')), headline);

    const next = await github(host, {
      files: 'evals/bank-*.json',
      gates: 'answered >= 99%',
      model: 'sim/v1',
    });
    assert.equal(next.code, 0, next.output);
    assert.equal(host.comments.length, 1, 'the same comment');
    assert.match(host.comments[0]?.body ?? '', /^- ✓ \*\*pass\*\* ` answered >= 99% `/m);
    assert.ok(!`${worse.output}${next.output}`.includes(CI_TOKEN));
  });

  it('keeps its comment well-formed and under 60 KB for any model output', async () => {
    await using host = await startCodeHost();
    await using endpoint = await startStub((_, response) =>
      sendJson(response, chatCompletion(`${HOSTILE}\n${'<b>|`@x'.repeat(15_000)}`)),
    );
    const asked = { files: 'evals/*.json', baseline, endpoint: `${endpoint.url}/v1` };
    const ended = await github(host, { ...asked, model: 'm', attempts: '2' });
    assert.notEqual(ended.code, 0, ended.output);
    const body = host.comments[0]?.body ?? '';
    assert.ok(Buffer.byteLength(body) < 60_000, `${Buffer.byteLength(body)} bytes`);
    assert.match(body, /` @everyone /, 'the reply is in it, in a code span');
    const alive: string[] = [];
    void walkTokens(lexer(body), ({ type, raw }) => {
      if (['link', 'image', 'html', 'code', 'heading'].includes(type)) alive.push(raw.trim());
    });
    assert.deepEqual(
      alive.filter((raw) => !raw.startsWith('#')),
      [
        '<!-- fairtrial: default -->',
        '<details><summary>All scenarios and the lowest interactions</summary>',
        '</details>',
      ],
    );
  });

  it('reports that the service cannot be reached, and fails with its exit code', async () => {
    await using host = await startCodeHost();
    const asked = { files: 'evals/*.json', server: 'http://127.0.0.1:1', model: 'm' };
    assert.equal((await github(host, asked)).code, 4);
    await assert.rejects(readFile(join(folder, 'fairtrial-report/report.md')), { code: 'ENOENT' });
    assert.match(host.comments[0]?.body ?? '', /There is no result \(`fairtrial` ended with 4\)/);
  });

  it('treats every input as a value only', async () => {
    await using host = await startCodeHost();
    const evil = '$(touch pwned) `touch pwned`; touch pwned #';
    const ended = await github(host, { files: evil, model: evil, name: `--help ${evil}` });
    assert.equal(ended.code, 2, ended.output);
    await assert.rejects(readFile(join(folder, 'pwned')), { code: 'ENOENT' });
    const { runs } = await readAction();
    for (const { run } of runs.steps) assert.doesNotMatch(run, /\$\{\{/);
  });

  it('follows no link in the checkout', async () => {
    await using host = await startCodeHost();
    const outside = await mkdtemp(join(tmpdir(), 'fairtrial-outside-'));
    await writeFile(join(outside, 'report.md'), 'mine');
    await symlink(outside, join(folder, 'linked'));
    const asked = { files: 'evals/*.json', server: 'http://127.0.0.1:1', model: 'm' };
    for (const output of ['linked', 'linked/reports', './linked/', join(folder, 'linked')]) {
      const ended = await github(host, { ...asked, output });
      assert.equal(ended.code, 1, ended.output);
      assert.match(ended.output, /linked is a symbolic link: no report is written there/);
    }
    await mkdir(join(folder, 'with-links'));
    for (const name of ['exit-code', 'report.md', 'result.json'])
      await symlink(join(outside, 'report.md'), join(folder, 'with-links', name));
    assert.equal((await github(host, { ...asked, output: 'with-links' })).code, 4);
    assert.deepEqual(await readdir(outside), ['report.md']);
    assert.equal(await readFile(join(outside, 'report.md'), 'utf8'), 'mine');
    await rm(outside, { recursive: true });
  });

  it('lets GitHub execute no command in the output of fairtrial', async () => {
    await using host = await startCodeHost();
    const command = '::error::owned';
    const asked = { files: `none\r${command}`, server: 'http://127.0.0.1:1', model: 'm' };
    const { output } = await github(host, asked);
    const [, resume] = /^::stop-commands::([0-9a-f-]{36})$/m.exec(output) ?? [];
    const printed = output.indexOf(command);
    assert.ok(printed > output.indexOf(`::stop-commands::${resume}`), output);
    assert.ok(printed < output.indexOf(`\n::${resume}::\n`), output);
  });

  it('on GitLab fetches the source without git', async () => {
    const source = join(folder, 'source/fairtrial-main/integrations');
    await mkdir(source, { recursive: true });
    await writeFile(join(source, 'README.md'), 'fetched');
    await promisify(execFile)('tar', ['-czf', 'source.tar.gz', '-C', 'source', 'fairtrial-main'], {
      cwd: folder,
    });
    const archive = await readFile(join(folder, 'source.tar.gz'));
    await using host = await startStub((_, response) => response.end(archive));
    const template = parse(
      await readFile('integrations/gitlab/fairtrial.gitlab-ci.yml', 'utf8'),
    ) as {
      '.fairtrial': { readonly script: readonly string[] };
    };
    const home = join(folder, 'home');
    const [, fetchSource = ''] = template['.fairtrial'].script;
    const env = { FAIRTRIAL_HOME: home, FAIRTRIAL_ARCHIVE: `${host.url}/fairtrial.tar.gz` };
    const { code, output } = await runShell(fetchSource, folder, env);
    assert.equal(code, 0, output);
    assert.equal(await readFile(join(home, 'integrations/README.md'), 'utf8'), 'fetched');
    assert.doesNotMatch(template['.fairtrial'].script.join('\n'), /\bgit\b/);
  });

  it('on GitLab does the same with the steps of its template', async () => {
    await using host = await startCodeHost();
    const template = parse(
      await readFile('integrations/gitlab/fairtrial.gitlab-ci.yml', 'utf8'),
    ) as {
      '.fairtrial': { readonly script: readonly string[] };
    };
    const env = {
      FAIRTRIAL_HOME: resolve('.'),
      FAIRTRIAL_OUTPUT: 'fairtrial-report',
      FAIRTRIAL_FILES: 'evals/*.json',
      FAIRTRIAL_SERVER: evals.url,
      FAIRTRIAL_ENDPOINT: `${simulator.url}/v1`,
      FAIRTRIAL_MODEL: 'sim/v2',
      FAIRTRIAL_ATTEMPTS: '5',
      FAIRTRIAL_BASELINE: baseline,
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '3',
      GITLAB_TOKEN: CI_TOKEN,
    };
    const { code, output } = await runShell(template['.fairtrial'].script.join('\n'), folder, env);
    assert.equal(code, 1, output);
    assert.equal(headlineInMarkdown(host.comments[0]?.body ?? '').word, 'regressed');
    assert.ok(!output.includes(CI_TOKEN));
  });
});
