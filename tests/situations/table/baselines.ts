import { RunView } from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { ask, refusal } from '../../support/calls/run-api.ts';
import { both, type Situation } from '../situation.ts';
import type { PlayedRun, Stage } from '../stage/stage.ts';
import { around, checkedSuite } from '../stage/suites.ts';

const suite = checkedSuite();
const LATEST = ['--baseline', 'latest'];
const PINNED = ['--baseline', 'pinned'];

async function baselineOf({ api }: Stage, { runId }: PlayedRun): Promise<string> {
  const { body } = await ask(api, `/runs/${runId}?interactions=false`);
  const baseline = RunView.parse(body).result?.baseline?.run_id;
  assert.ok(baseline, `run ${runId} has no baseline`);
  return baseline;
}

/** Situations about the choice of the baseline. */
export const baselines: readonly Situation[] = [
  {
    name: 'the latest run that passed, after a regression that stays for two builds',
    says: [
      ['passed', 0, 'checks'],
      ['regressed', 1, 'checks'],
      ['regressed', 1, 'checks'],
      ['inconclusive', 0, 'checks'],
    ],
    play: async (stage) => {
      const good = stage.addModel('v1', around(14));
      const bad = stage.addModel('v2', around(8));
      const played = [];
      for (const model of [good, bad, bad, good]) {
        played.push(await stage.run({ suite, model, flags: LATEST }));
      }
      return played;
    },
  },
  {
    name: 'the latest run that passed, after a regression that a gate allowed',
    says: [
      ['regressed', 0, 'checks'],
      ['regressed', 1, 'checks'],
    ],
    play: async (stage) => {
      await stage.seed({ suite, model: stage.addModel('v1', around(14)) });
      const model = stage.addModel('v2', around(8));
      const allowed = [...LATEST, '--gate', 'allow regression'];
      return [
        await stage.run({ suite, model, flags: allowed }),
        await stage.run({ suite, model, flags: LATEST }),
      ];
    },
  },
  {
    name: 'the latest run of this branch, after a worse run of another branch',
    says: [['inconclusive', 0, 'checks']],
    play: async (stage) => {
      const model = stage.addModel('v1', around(14));
      await stage.seed({ suite, model });
      const other = stage.addModel('v2', around(4));
      await stage.seed({ suite, model: other, more: { branch: 'feature' } });
      return [await stage.run({ suite, model, flags: LATEST })];
    },
  },
  {
    name: 'the latest run of the default branch, for the first run of a new branch',
    says: [['regressed', 1, 'checks']],
    play: async (stage) => {
      await stage.seed({ suite, model: stage.addModel('v1', around(14)) });
      const model = stage.addModel('v2', around(4));
      return [await stage.run({ suite, model, flags: [...LATEST, '--branch', 'feature'] })];
    },
  },
  {
    name: 'the latest run where there is none yet',
    says: [['passed', 0, 'checks']],
    play: async (stage) => {
      const model = stage.addModel('v1', around(14));
      return [await stage.run({ suite, model, flags: LATEST })];
    },
  },
  {
    name: 'a pinned run that is not the latest, and that cannot be deleted',
    says: both('regressed', 1, 'checks'),
    play: async (stage) => {
      const pinned = await stage.seed({ suite, model: stage.addModel('v1', around(14)) });
      const model = stage.addModel('v2', around(8));
      await stage.seed({ suite, model });
      const { status } = await ask(stage.api, `/runs/${pinned}/pin`, 'PUT');
      assert.ok(status < 300, `pinning is answered with ${status}`);
      assert.deepEqual(await refusal(stage.api, `/runs/${pinned}`, 'DELETE'), [409, 'run_pinned']);
      const run = await stage.run({ suite, model, flags: PINNED });
      return [run, await stage.compare(pinned, run.runId)];
    },
  },
  {
    name: 'a baseline that is deleted during the run',
    says: [['gates_inconclusive', 1, null]],
    shows: /the baseline was deleted/,
    play: async (stage) => {
      const model = stage.addModel('v1', around(14));
      const baseline = await stage.seed({ suite, model });
      const deleted = Promise.withResolvers<void>();
      const held = stage.addModel('v2', async (question) => {
        await deleted.promise;
        return around(14)(question);
      });
      const remove = async (): Promise<void> => {
        const { status } = await ask(stage.api, `/runs/${baseline}`, 'DELETE');
        assert.equal(status, 204);
        deleted.resolve();
      };
      return [await stage.run({ suite, model: held, flags: ['--baseline', baseline] }, remove)];
    },
  },
  {
    name: 'another model that is played at the same time and is better',
    says: both('regressed', 1, 'checks'),
    play: async (stage) => {
      const old = stage.addModel('v1', around(14));
      const model = stage.addModel('v2', around(8));
      const run = await stage.run({ suite, model, flags: ['--against', old] });
      return [run, await stage.compare(await baselineOf(stage, run), run.runId)];
    },
  },
  {
    name: 'another model that is played at the same time and is as good',
    says: both('inconclusive', 0, 'checks'),
    play: async (stage) => {
      const old = stage.addModel('v1', around(14));
      const model = stage.addModel('v2', around(14));
      const run = await stage.run({ suite, model, flags: ['--against', old] });
      return [run, await stage.compare(await baselineOf(stage, run), run.runId)];
    },
  },
];
