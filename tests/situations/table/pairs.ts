import { rescore } from '../../support/calls/run-api.ts';
import { both, type Situation } from '../situation.ts';
import { around, checkedSuite, graded, judgedSuite } from '../stage/suites.ts';

/** Comparisons of runs that were played separately, and rescored runs. */
export const pairs: readonly Situation[] = [
  {
    name: 'a run that failed and a good one, both ways',
    says: both('requests_failed', 3, null),
    shows: /^24 of 24 requests failed in the candidate/,
    play: async (stage) => {
      const suite = checkedSuite();
      const good = await stage.seed({ suite, model: stage.addModel('v1', around(16)) });
      const model = stage.addModel('v2', () => ({ status: 400 }));
      const dead = await stage.seed({ suite, model });
      return [await stage.compare(good, dead), await stage.compare(dead, good)];
    },
  },
  {
    name: 'two runs without a scenario in common',
    says: [
      ['gates_inconclusive', 1, null],
      ['inconclusive', 0, 'checks'],
    ],
    shows: /no scenario in common/,
    play: async (stage) => {
      const model = stage.addModel('v1', around(16));
      const suite = checkedSuite();
      const baseline = await stage.seed({ suite, model });
      const [first, ...others] = suite.test_batch;
      const renamed = [first, ...others].map((scenario, no) => ({
        ...scenario,
        id: `other-${no}`,
        interactions: [
          { user_message: `Another question ${no}`, checks: [{ contains: 'part-01' }] },
        ],
      }));
      const run = await stage.run({
        suite: { ...suite, test_batch: renamed },
        model,
        flags: ['--baseline', baseline],
      });
      return [run, await stage.compare(baseline, run.runId)];
    },
  },
  {
    name: 'a run that is scored again without its judge',
    says: [['passed', 0, 'similarity']],
    play: async (stage) => {
      const model = stage.addModel('v1', () => graded('A'));
      const run = await stage.run({ suite: judgedSuite(), model });
      await rescore(stage.api, run.runId, { judge: false });
      return [await stage.watch(run.runId)];
    },
  },
];
