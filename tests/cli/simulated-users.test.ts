import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openUserStage, USER, type UserStage } from '../support/data/user-runs.ts';
import { runFairtrial, type Ended } from './run-fairtrial.ts';

const BATCH = `
- id: new-card
  checks:
    - contains: "You said"
  user:
    goal: ${USER.goal}
    persona: ${USER.persona}
    facts: { name: Ada, card: 4471 }
    max_turns: 4
- id: hello
  interactions:
    - user_message: Hello
      reference_reply: "You said: Hello"
`;

describe('simulated users in the command line', () => {
  let stage: UserStage;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairtrial-users-'));
    stage = await openUserStage();
    await writeFile(join(folder, 'batch.yaml'), BATCH);
  });
  after(async () => {
    await stage[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  function fairtrial(...args: readonly string[]): Promise<Ended> {
    return runFairtrial([...args, '--server', stage.evals.url], { cwd: folder });
  }

  function play(...flags: readonly string[]): Promise<Ended> {
    const target = ['--endpoint', `${stage.endpoint.url}/v1`, '--model', 'm'];
    return fairtrial('run', 'batch.yaml', ...target, '--attempts', '2', ...flags);
  }

  /** Lines may have been wrapped. */
  function joined({ stdout }: Ended): string {
    return stdout.replaceAll(/\s+/g, ' ');
  }

  function readReport(name: string): Promise<string> {
    return readFile(join(folder, name), 'utf8');
  }

  it('the result of a run says how the simulated user played, and fairtrial show prints the whole conversation with its audit', async () => {
    stage.use({});
    const ended = await play('--name', 'clean');
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    assert.match(ended.stdout, /^new-card +\S+ .*●●$/m);
    assert.match(
      joined(ended),
      /Simulated user stub\/user: no faults in 2 conversations \(0% \[0\.0%, \d+\.\d%\]\)\. On average 2\.0 turns per conversation, 2\.0 until the goal was reached \(in 2 conversations\)\./,
    );
    const shown = await fairtrial('show', 'latest', 'new-card');
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(
      shown.stdout,
      /^new-card, interaction 2, attempt 1 of 2\n\nThe simulated user was told\nGoal: Get a new card\.\nPersona: .*\nFacts:\nname: Ada\ncard: 4471\nMessages: at most 4\n/,
    );
    assert.match(shown.stdout, /^User, turn 1\nI need a new card\.$/m);
    assert.match(shown.stdout, /^User\nThank you for turn 1\.$/m);
    assert.match(
      shown.stdout,
      /^Simulated user\n✓ goal reached after 2 turns: As replied\. "You said/m,
    );
    assert.match(shown.stdout, /^ended by the user after 2 turns: I have all I need\.$/m);
    assert.match(shown.stdout, /^goal_reached 1\.000 .*overall 1\.000$/m);
    assert.doesNotMatch(shown.stdout, /^Reference$/m);
    const first = await fairtrial('show', 'latest', 'new-card', '1');
    assert.match(first.stdout, /^User\nI need a new card\.$/m);
    const missing = await fairtrial('show', 'latest', 'new-card', '4');
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /there is no interaction 4 .*differ in length/);
    const scripted = await fairtrial('show', 'latest', 'hello');
    assert.doesNotMatch(scripted.stdout, /imulated/);
  });

  it('a goal that was not reached is listed with the reason of the judge, and reports have it', async () => {
    stage.use({ find: () => ({ goal: 'not_reached' }) });
    const reports = ['--md', 'r.md', '--junit', 'j.xml', '--html', 'pages'];
    const ended = await play(
      '--name',
      'missed',
      '--attempts',
      '5',
      '--gate',
      'goal_reached >= 0.9',
      ...reports,
    );
    assert.equal(ended.code, 1, ended.stdout + ended.stderr);
    assert.match(ended.stdout, /^new-card +\S+ .*✗✗✗✗✗$/m);
    assert.match(ended.stdout, /^Goals that were not reached:\nnew-card, attempt 1: ✗ goal not/m);
    assert.match(
      ended.stderr,
      /^Read it: fairtrial show \S+ 1 --attempt 1 \\\n {2}--server http:\S+$/m,
    );
    assert.match(ended.stdout, /✗ goal_reached >= 0\.9/);
    assert.match(await readReport('r.md'), /Simulated user stub\/user: no faults in 5/);
    assert.match(await readReport('j.xml'), /goal_reached/);
    const [index, page] = [
      await readReport('pages/index.html'),
      await readReport('pages/scenario-1.html'),
    ];
    assert.match(index, /Simulated user stub\/user: no faults/);
    assert.match(index, /Goal reached/);
    assert.match(page, /Get a new card\./);
    assert.match(page, /✗ goal not reached/);
    assert.match(page, /Thank you for turn 1\./);
    assert.doesNotMatch(await readReport('pages/scenario-2.html'), /simulated user/);
  });

  it('conversations that the simulated user spoils are played again, and a comparison gives both fault rates', async () => {
    stage.use({ find: () => ({ faults: ['looped'] }) });
    const ended = await play('--name', 'spoiled');
    assert.equal(ended.code, 3, ended.stdout + ended.stderr);
    assert.match(ended.stderr, /^The simulated user spoiled 2 conversations: played again\.$/m);
    assert.match(ended.stdout, /^new-card +– .*––$/m);
    assert.match(
      joined(ended),
      /faults in 2 of 2 conversations \(100% .*\): looped 2\. 2 conversations were played again; 2 do not count because of a fault\./,
    );
    assert.match(ended.stdout, /^✗ user failed/m);
    stage.use({});
    await play('--name', 'spoiled');
    const compared = joined(await fairtrial('compare', 'previous', 'latest'));
    assert.match(
      compared,
      /Simulated user: faults in 2 of 2 conversations .* in the baseline, no faults in 2 conversations .* in the candidate, p 0\.\d+\./,
    );
    assert.match(compared, /No verdict because of the simulated user: /);
  });

  it('--dry-run counts the calls, and fairtrial doctor names the model of the user', async () => {
    const planned = await play('--dry-run');
    assert.equal(planned.code, 0, planned.stderr);
    assert.match(planned.stdout, /^new-card +up to 4 × 2 = 8$/m);
    assert.match(planned.stdout, /^hello +1 × 2 = 2$/m);
    assert.match(planned.stdout, /^4–26 calls to the endpoint in all: /m);
    assert.match(planned.stdout, /^2–24 calls to the model of the simulated user \(stub\/user\)$/m);
    const refused = await play('--dry-run', '--judge', 'off');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /would refuse this run\n.*a simulated user needs a judge/);
    const doctor = await fairtrial(
      'doctor',
      '--endpoint',
      `${stage.endpoint.url}/v1`,
      '--model',
      'm',
    );
    assert.match(doctor.stdout, /^✓ stub\/user plays simulated users$/m);
  });
});
