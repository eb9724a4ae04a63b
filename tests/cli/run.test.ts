import { RunView } from '@fairtrial/contracts';
import { XMLValidator } from 'fast-xml-parser';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import stringWidth from 'string-width';
import { headlineInTerminal } from '../support/surfaces/read-headline.ts';
import { startService, type Service } from '../support/services/start-service.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';
import { commandsIn, hasColors } from './terminal-codes.ts';

describe('fairtrial run on all samples', () => {
  let simulator: Service;
  let evals: Service;
  let folder: string;
  let first: Ended;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-cli-'));
    simulator = await startService('simulator');
    evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: `${simulator.url}/v1`,
    });
    first = await run('--model', 'sim/v1');
  });
  after(async () => {
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function run(...flags: readonly string[]): Promise<Ended> {
    const where = ['--server', evals.url, '--endpoint', `${simulator.url}/v1`];
    return runFairtrial(['run', 'samples/*.json', ...where, ...flags]);
  }

  /** Scores by similarity, which is fast, for tests that do not depend on the judge. */
  function runWithoutJudge(...flags: readonly string[]): Promise<Ended> {
    return run('--model', 'sim/v1', '--judge', 'off', ...flags);
  }

  async function countCalls(): Promise<number> {
    const summary = await fetch(`${simulator.url}/ledger/summary`);
    return ((await summary.json()) as { calls: number }).calls;
  }

  it('exits 0 without a gate, and prints a row per scenario and a total', () => {
    assert.equal(first.code, 0, first.stderr);
    const lines = first.stdout.trimEnd().split('\n');
    assert.equal(lines.length, 13);
    assert.match(lines[1] ?? '', /^bank-lost-card +1\.0 \[.*\] {2}●●●●●$/);
    assert.match(lines[10] ?? '', /^All \(39 turns × 5\)/);
    assert.match(lines[11] ?? '', /^✓ passed, by the judge: overall 0\.9\d\d \[/);
    assert.equal(lines[12], '  No required check failed.');
  });

  it('exits 1 if a scenario regressed, and names it and the interaction that dropped', async () => {
    const pages = join(folder, 'pages');
    const reports = [
      '--junit',
      join(folder, 'new/j.xml'),
      '--md',
      join(folder, 'r.md'),
      '--html',
      pages,
    ];
    const json = join(folder, 'r.json');
    const threshold = ['--pass-threshold', '0.6'];
    const flags = ['--baseline', runIdIn(first), `--json=${json}`, ...threshold, ...reports];
    const { code, stdout, stderr } = await run('--model', 'sim/v2', ...flags);
    assert.equal(code, 1, stderr);
    assert.match(stdout, /^bank-lost-card .*▼ −.* regressed$/m);
    assert.match(stdout, /^bank-lost-card .*✗✗✗✗✗/m);
    assert.match(stdout, /^All .* flaky \d/m);
    assert.match(stdout, /^▼ bank-lost-card interaction 2: /m);
    assert.match(stdout, /✗ no regression: ▼ regressed: 1 of 9 scenarios worse, bank-lost-card/);
    assert.match(stdout, /^saas-billing\S* .*· .* no change found$/m);
    assert.match(stdout, /^Intervals: all 95 %\.$/m);
    assert.match(stdout, /^Noise between runs not measured\.$/m);
    assert.deepEqual(headlineInTerminal(stdout), { word: 'regressed', basis: 'the judge' });
    assert.match(
      stderr,
      /^Read it: fairtrial show .{36} bank-lost-card 2 \\\n {2}--server http:\S+$/m,
    );
    assert.match(await readFile(join(pages, 'index.html'), 'utf8'), /bank-lost-card/);
    assert.match(await readFile(join(pages, 'scenario-1.html'), 'utf8'), /Your card is blocked/);
    assert.equal(XMLValidator.validate(await readFile(join(folder, 'new/j.xml'), 'utf8')), true);
    assert.match(await readFile(join(folder, 'r.md'), 'utf8'), /^## Evaluation/);
    const written = JSON.parse(await readFile(json, 'utf8')) as { exit_code: number };
    assert.equal(written.exit_code, 1);
  });

  it('exits 0 with the same model and gates that pass', async () => {
    const gates = ['--gate', 'overall>=0.8', '--gate', 'no regression', '--gate', 'answered>=99%'];
    const baseline = ['--baseline', runIdIn(first)];
    const { code, stdout, stderr } = await run('--model', 'sim/v1', ...baseline, ...gates);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^Gates {2}✓ overall>=0\.8 \(0\.9\d*\)$/m);
    assert.doesNotMatch(stdout, /regressed|✗/);
  });

  it('reports "less similar" instead of "worse" if only the wording is compared', async () => {
    const old = runIdIn(await runWithoutJudge());
    const flags = ['--model', 'sim/v2', '--judge', 'off', '--baseline', old];
    const { code, stdout, stderr } = await run(...flags);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /^bank-lost\S* .*▼ −.* less similar$/m);
    assert.doesNotMatch(stdout, /worse|regressed|better|improved/);
    assert.equal(headlineInTerminal(stdout).basis, 'similarity');
    assert.match(stdout, /^ {2}Next: Similarity is not correctness/m);
  });

  it('lets the service resolve --baseline latest, and prints which run it is and why', async () => {
    const flags = ['--attempts', '2', '--name', 'nightly', '--baseline', 'latest'];
    const lonely = await runWithoutJudge(...flags, '--branch', 'topic');
    assert.equal(lonely.code, 0, lonely.stderr);
    assert.match(lonely.stdout, /^Baseline: none, no run of 'nightly' has passed on branch topic/m);
    const json = ['--branch', 'topic', `--json=${join(folder, 'n.json')}`];
    const { code, stdout, stderr } = await runWithoutJudge(...flags, ...json);
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(`Baseline: ${runIdIn(lonely)}, newest run of 'nightly'`), stdout);
    const { run: view } = JSON.parse(await readFile(join(folder, 'n.json'), 'utf8')) as {
      run: unknown;
    };
    const { branch, result } = RunView.parse(view);
    assert.deepEqual([branch, result?.gate?.baseline_run_id], ['topic', runIdIn(lonely)]);
  });

  it('resolves latest to the newest run of the configured name, ignoring runs of other names', async () => {
    const nightly = runIdIn(await runWithoutJudge('--attempts', '1', '--name', 'nightly'));
    const other = runIdIn(await runWithoutJudge('--attempts', '1', '--name', 'nightly 2'));
    const options = { cwd: folder, env: { FAIRTRIAL_SERVER: evals.url } };
    const anything = await runFairtrial(['show', 'latest', '--json'], options);
    assert.equal((JSON.parse(anything.stdout) as { run_id: string }).run_id, other);

    const config = join(folder, 'nightly.yaml');
    await writeFile(config, 'name: nightly\n');
    const pinned = await runFairtrial(['pin', 'latest', '--config', config], options);
    assert.ok(pinned.stderr.startsWith(`Pinned ${nightly}: `), pinned.stderr);
    await runFairtrial(['unpin', 'latest', '--config', config], options);

    await writeFile(config, 'name: never run\n');
    const none = await runFairtrial(['pin', 'latest', '--config', config], options);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /there is no run of 'never run' yet: start one with `fairtrial run`/);
  });

  it('takes the branch from the CI environment', async () => {
    const at = ['--server', evals.url, '--endpoint', `${simulator.url}/v1`, '--model', 'sim/v1'];
    const flags = ['--attempts', '1', '--judge', 'off', '--json'];
    const { stdout } = await runFairtrial(['run', 'samples/bank-*.json', ...at, ...flags], {
      env: { GITHUB_HEAD_REF: 'feature/tone', GITHUB_REF_NAME: '7/merge' },
    });
    assert.equal((JSON.parse(stdout) as { run: { branch: string } }).run.branch, 'feature/tone');
  });

  it('exits 1 if a gate fails or cannot be decided, and 2 if it can never be decided', async () => {
    const impossible = await runWithoutJudge('--gate', 'overall>=0.999');
    assert.equal(impossible.code, 1, impossible.stderr);
    assert.match(impossible.stdout, /✗ overall>=0\.999: overall is /);
    assert.equal(headlineInTerminal(impossible.stdout).word, 'gates failed');
    const open = await runWithoutJudge('--gate', 'overall>=0.95');
    assert.equal(open.code, 1, open.stdout);
    assert.equal(headlineInTerminal(open.stdout).word, 'gates inconclusive');
    const wrong = await runWithoutJudge('--gate', 'overal>=0.5', '--attempts', '1');
    assert.equal(wrong.code, 2, wrong.stderr);
    assert.match(wrong.stderr, /'overal>=0\.5' can never be decided/);
  });

  it('writes no escape codes to a pipe, keeps to 80 columns, and writes progress to stderr', async () => {
    const { stdout, stderr } = await run('--model', 'sim/v2', '--baseline', runIdIn(first));
    assert.equal(headlineInTerminal(stdout).word, 'regressed');
    for (const line of [...stdout.split('\n'), ...stderr.split('\n')]) {
      assert.deepEqual(commandsIn(line), []);
      assert.ok(!hasColors(line));
      assert.ok(stringWidth(line) <= 80, `${stringWidth(line)}: ${line}`);
    }
    assert.doesNotMatch(stdout, /Run |turns,/);
  });

  it('prints only the result with --json', async () => {
    const { code, stdout } = await runWithoutJudge('--attempts', '2', '--json');
    const { exit_code, run: view } = JSON.parse(stdout) as { exit_code: number; run: unknown };
    assert.equal(exit_code, code);
    assert.equal(RunView.parse(view).result?.results.scenarios.length, 9);
  });

  it('prints the plan with --dry-run, and makes no call', async () => {
    const asked = await countCalls();
    const { code, stdout, stderr } = await run('--model', 'sim/v1', '--dry-run');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^bank-lost-card +4 × 5 = 20$/m);
    assert.match(stdout, /^All +39 × 5 = 195$/m);
    const early = await run('--model', 'sim/v1', '--dry-run', '--stop-early', '--attempts', '20');
    assert.equal(early.code, 2);
    assert.match(early.stderr, /would refuse this run\nstop_early: .* set baseline to latest/);
    assert.equal(await countCalls(), asked);
    const nowhere = ['--server', 'http://127.0.0.1:1'];
    const unplanned = await run('--model', 'sim/v1', '--dry-run', ...nowhere);
    assert.equal(unplanned.code, 4);
    assert.match(unplanned.stderr, /127\.0\.0\.1:1/);
  });

  it('prints only errors to stderr with --quiet', async () => {
    const { stderr } = await runWithoutJudge('--attempts', '1', '--quiet');
    assert.doesNotMatch(stderr, /Run|turns/);
  });

  it('can be followed by show, compare, runs and export', async () => {
    const at = ['--server', evals.url];
    const id = runIdIn(first);
    const shown = await runFairtrial(['show', id, 'bank-lost-card', '2', '--attempt', '3', ...at]);
    assert.match(
      shown.stdout,
      /^bank-lost-card, interaction 2, attempt 3 of 5\n\nUser, turn 1\nI think I left .*\n\nReply, turn 1\n[^]*?\n\nUser\nYes, bl/,
    );
    assert.match(shown.stdout, /\n\nWhy\noverall \d\.\d+ = [^]*judge sim\/judge: says the same/);
    assert.match(shown.stdout, /\n\nJudge\nsim\/judge: /);
    assert.equal((await runFairtrial(['show', id, 'nothing', ...at])).code, 2);
    const worst = await runFairtrial(['show', id, '--worst', '2', ...at]);
    assert.match(
      worst.stdout,
      /^The 2 worst of 9 scenarios; 7 not shown: --all shows all of them\.$/m,
    );
    assert.equal(worst.stdout.match(/●●●●●|✗/g)?.length, 2, worst.stdout);
    const whole = await runFairtrial(['show', id, ...at]);
    assert.match(whole.stdout, /^bank-lost-card and 8 more: sim\/v1 at http/);
    assert.deepEqual(headlineInTerminal(whole.stdout), headlineInTerminal(first.stdout));
    const list = await runFairtrial(['runs', '--model', 'sim/v2', '--limit', '20', ...at]);
    const [, v2 = ''] = /^([0-9a-f-]{18}) .*▼ regressed$/m.exec(list.stdout) ?? [];
    assert.equal((await runFairtrial(['show', v2, ...at])).code, 1);
    const compared = await runFairtrial(['compare', id, v2, ...at]);
    assert.equal(compared.code, 1, compared.stderr);
    assert.match(compared.stdout, /^▼ bank-lost-card interaction 2: /m);
    for (const said of [
      /^Baseline {3}.{36}$/m,
      /^Model +sim\/v1 +sim\/v2$/m,
      /^Attempts scored +45 +45 +0%$/m,
      /^Latency p95 +[\d.]+ m?s +[\d.]+ m?s +\S+%$/m,
      /^Reply tokens +[\d,]+ +[\d,]+ +\S+%$/m,
    ])
      assert.match(compared.stdout, said);
    for (const line of compared.stdout.split('\n')) assert.ok(stringWidth(line) <= 80, line);
    assert.equal(headlineInTerminal(compared.stdout).word, 'regressed');
    assert.equal((await runFairtrial(['compare', id, id, ...at])).code, 0);
    const csv = await runFairtrial(['export', id, '--format', 'csv', ...at]);
    assert.equal(csv.stdout.split('\r\n').length, 197);
    const file = join(folder, 'export.jsonl');
    await runFairtrial(['export', id, '--format', 'jsonl', '-o', file, ...at]);
    assert.equal((await readFile(file, 'utf8')).trimEnd().split('\n').length, 195);
    const followed = await runFairtrial(['watch', id, ...at]);
    assert.equal(followed.stdout, first.stdout);
  });
});
