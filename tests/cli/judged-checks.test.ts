import { InteractionView, RunView, type GradingTotal, type TestBatch } from '@fairtrial/contracts';
import { parse } from 'csv-parse/sync';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startService, type Service } from '../support/services/start-service.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../support/stubs/start-stub.ts';
import { runFairtrial, runIdIn, type Ended } from './run-fairtrial.ts';

const SECOND_MESSAGE = 'When do I get a new one?';
const BATCH = {
  id: 'lost-card',
  name: 'lost-card',
  interactions: [
    {
      user_message: 'I lost my card.',
      checks: ['Says "block your card"', { max_words: 60 }],
    },
    {
      user_message: SECOND_MESSAGE,
      reference_reply: 'It takes a few days.',
      checks: [{ never: 'Promises "on Friday"' }],
    },
  ],
  checks: [{ id: 'identity', text: 'Asks "who are you"' }, { never: 'Says "delete it"' }],
} satisfies (typeof TestBatch)['_zod']['input'];

describe('judged checks in the command line', () => {
  let simulator: Service;
  let evals: Service;
  let endpoint: Stub;
  let folder: string;
  let ended: Ended;
  let grading: readonly GradingTotal[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-checks-'));
    simulator = await startService('simulator');
    evals = await startService('evals', {
      JUDGE_MODEL: 'sim/judge',
      JUDGE_BASE_URL: `${simulator.url}/v1`,
    });
    endpoint = await startStub(({ body }, response) => {
      const isSecond = JSON.stringify(body).includes(SECOND_MESSAGE);
      const reply = isSecond ? 'A new one arrives on Friday.' : 'I can block your card now.';
      sendJson(response, chatCompletion(reply));
    });
    await writeFile(join(folder, 'batch.json'), JSON.stringify(BATCH));
    const reports = ['--junit', 'j.xml', '--md', 'r.md', '--html', 'pages', '--json', 'r.json'];
    ended = await fairtrial('run', 'batch.json', ...target(), ...reports);
    const { run } = JSON.parse(await readReport('r.json')) as { run: unknown };
    grading = RunView.parse(run).result?.grading ?? [];
  });
  after(async () => {
    await endpoint[Symbol.asyncDispose]();
    await evals[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function fairtrial(...args: readonly string[]): Promise<Ended> {
    return runFairtrial([...args, '--server', evals.url], { cwd: folder });
  }

  function target(): readonly string[] {
    return ['--endpoint', `${endpoint.url}/v1`, '--model', 'm', '--attempts', '2'];
  }

  function readReport(name: string): Promise<string> {
    return readFile(join(folder, name), 'utf8');
  }

  async function exported(format: string): Promise<string> {
    const { code, stdout, stderr } = await fairtrial('export', runIdIn(ended), '--format', format);
    assert.equal(code, 0, stderr);
    return stdout;
  }

  it('fairtrial run prints failed checks of replies and of conversations, with the quote of the judge', () => {
    assert.equal(ended.code, 1, ended.stderr);
    const text = ended.stdout.replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /✗ lost-card, attempt 1, turn 2: never: Promises "on Friday": .* "A new one arrives on Friday\." \(turn 2\)/,
    );
    assert.match(text, /✗ lost-card, attempt 1, whole conversation: Asks "who are you": /);
    assert.doesNotMatch(text, /✗ [^✗]*block your card|✗ [^✗]*delete it/);
  });

  it('fairtrial run --dry-run counts the calls that the judges then get', async () => {
    const { code, stdout } = await fairtrial('run', 'batch.json', ...target(), '--dry-run');
    assert.equal(code, 0);
    assert.match(stdout, /^All +2 × 2 = 4$/m);
    const asked = grading.filter(({ kind }) => kind !== 'probe');
    const calls = Object.fromEntries(asked.map((total) => [total.kind, total.calls]));
    assert.deepEqual(calls, { checks: 6, judge: 2 });
    assert.match(stdout, /^8 calls to judges \(sim\/judge\)/m);
  });

  it('fairtrial run --dry-run refuses checks in words if the judge is off', async () => {
    const off = await fairtrial('run', 'batch.json', ...target(), '--dry-run', '--judge', 'off');
    assert.equal(off.code, 2);
    assert.match(off.stderr, /checks in words .* need a judge/);
  });

  it('fairtrial show prints the checks of an interaction, and those of the whole conversation', async () => {
    const { stdout } = await fairtrial('show', runIdIn(ended), 'lost-card', '2');
    assert.match(stdout, /^Checks\n✗ never: Promises "on Friday": /m);
    assert.match(stdout, /^Checks of the whole conversation\n✗ Asks "who are you": /m);
    assert.match(stdout, /^✓ never: Says "delete it"/m);
  });

  it('the JUnit report has a failure for each reply and conversation that failed, and the right counts', async () => {
    const xml = await readReport('j.xml');
    const suite = /<testsuite id="0" [^>]*>/.exec(xml)?.[0] ?? '';
    assert.match(suite, /tests="6" failures="4" errors="0" skipped="0"/);
    assert.equal(xml.split('<failure type="check"').length - 1, 4);
    assert.match(xml, /name="attempt 2, whole conversation"/);
  });

  it('the Markdown and the HTML report show the failed check, and HTML marks the quote', async () => {
    const report = await readReport('r.md');
    assert.match(report, /^### Whole conversations that did not pass$/m);
    assert.match(report, /^- ` lost-card `, attempt 1, check failed: ` Asks "who are you": /m);
    assert.match(report, /check failed: ` never: Promises "on Friday": /);
    const page = await readReport('pages/scenario-1.html');
    assert.match(page, /<mark>A new one arrives on Friday\.<\/mark>/);
    assert.match(page, /Checks of the whole conversation/);
  });

  it('CSV and JSON Lines have the result of the conversation with every interaction', async () => {
    const rows: Record<string, string>[] = parse(await exported('csv'), { columns: true });
    assert.equal(rows.length, 4);
    for (const row of rows) {
      assert.equal(row['conversation_passed'], 'false');
      assert.match(row['conversation_failed_checks'] ?? '', /^Asks "who are you": /);
    }
    const lines = (await exported('jsonl')).trimEnd().split('\n');
    const views = lines.map((line) => InteractionView.parse(JSON.parse(line)));
    assert.equal(views.length, 4);
    assert.deepEqual(
      views.map(({ conversation }) => conversation?.checks.map(({ passed }) => passed)),
      views.map(() => [false, true]),
    );
  });

  it('fairtrial rescore --file scores the stored replies by other checks, without calling the endpoint', async () => {
    const calls = endpoint.requests.length;
    const [first, second] = BATCH.interactions;
    const milder = {
      ...BATCH,
      interactions: [first, { ...second, checks: ['Says "a new one"'] }],
      checks: ['Says "block your card"'],
    };
    await writeFile(join(folder, 'milder.json'), JSON.stringify(milder));
    const rescored = await fairtrial('rescore', runIdIn(ended), '--file', 'milder.json');
    assert.equal(rescored.code, 0, rescored.stdout + rescored.stderr);
    assert.match(rescored.stdout, /No required check failed/);
    assert.equal(endpoint.requests.length, calls);
    const other = { ...milder, interactions: [{ user_message: 'Another' }] };
    await writeFile(join(folder, 'other.json'), JSON.stringify(other));
    const refused = await fairtrial('rescore', runIdIn(ended), '--file', 'other.json');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /the run was not scored again\n.*other\.json: lost-card/);
  });
});
