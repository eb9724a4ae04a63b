import assert from 'node:assert/strict';
import { both, type Situation } from '../situation.ts';
import { around, checkedSuite, exceptIn, openSuite, parts } from '../stage/suites.ts';
import { compareTwo } from './compare-two.ts';
import { playOne } from './play-one.ts';

const required = checkedSuite(4, { optional: false });

/** Checks, gates, and runs with little data. */
export const gated: readonly Situation[] = [
  {
    name: 'required checks that failed',
    says: [['checks_failed', 1, 'checks']],
    shows: /^94 required checks failed/,
    play: playOne(required, around(16)),
  },
  {
    name: 'optional checks that failed',
    says: [['passed', 0, 'checks']],
    play: playOne(checkedSuite(), around(16)),
  },
  {
    name: 'required checks that failed, which is allowed',
    says: [['passed', 0, 'checks']],
    play: playOne(required, around(16), { flags: ['--allow-failures'] }),
  },
  {
    name: 'required checks that failed within the limit of a gate',
    says: [['passed', 0, 'checks']],
    play: playOne(required, around(16), { flags: ['--gate', 'checks >= 0.5'] }),
  },
  {
    name: 'required checks that failed beyond the limit of a gate',
    says: [['gates_failed', 1, null]],
    play: playOne(required, around(6), { flags: ['--gate', 'checks >= 0.5'] }),
  },
  {
    name: 'failed required checks together with a regression',
    says: [
      ['checks_failed', 1, 'checks'],
      ['regressed', 1, 'checks'],
    ],
    play: compareTwo(required, [() => parts(20), around(8)]),
  },
  {
    name: 'a gate that passed',
    says: [['passed', 0, 'checks']],
    play: playOne(checkedSuite(), around(16), { flags: ['--gate', 'overall >= 0.5'] }),
  },
  {
    name: 'a gate that failed',
    says: [['gates_failed', 1, null]],
    play: playOne(checkedSuite(), around(16), { flags: ['--gate', 'overall >= 0.95'] }),
  },
  {
    name: 'a gate that could not be decided',
    says: [['gates_inconclusive', 1, null]],
    play: playOne(checkedSuite(), around(16), { flags: ['--gate', 'overall >= 0.8'] }),
  },
  {
    name: 'a failed gate together with a regression',
    says: [
      ['gates_failed', 1, null],
      ['regressed', 1, 'checks'],
    ],
    shows: /^2 of 2 gates failed: overall >= 0\.7.*regressed/,
    play: compareTwo(checkedSuite(), [around(16), around(8)], {
      flags: ['--gate', 'overall >= 0.7'],
    }),
  },
  {
    name: 'a regression although a gate passed',
    says: both('regressed', 1, 'checks'),
    play: compareTwo(checkedSuite(), [around(16), around(8)], {
      flags: ['--gate', 'overall >= 0.1'],
    }),
  },
  {
    name: 'a regression that is allowed',
    says: [
      ['regressed', 0, 'checks'],
      ['regressed', 1, 'checks'],
    ],
    shows: /A gate allows it\.$/,
    play: compareTwo(checkedSuite(), [around(16), around(8)], {
      flags: ['--gate', 'allow regression'],
    }),
  },
  {
    name: 'a regression within the loss that a gate accepts',
    says: [
      ['regressed', 0, 'checks'],
      ['regressed', 1, 'checks'],
    ],
    play: compareTwo(checkedSuite(), [around(16), exceptIn(0, around(14), around(13))], {
      flags: ['--gate', 'no regression beyond 0.3'],
    }),
  },
  {
    name: 'one attempt',
    says: [['passed', 0, 'checks']],
    play: playOne(checkedSuite(), around(16), { attempts: 1 }),
  },
  {
    name: 'one attempt per run at twelve scenarios',
    says: both('regressed', 1, 'checks'),
    play: compareTwo(checkedSuite(12), [around(16), around(8)], { attempts: 1 }),
  },
  {
    name: 'one attempt per run at four scenarios, which no gate could decide',
    says: [['inconclusive', 0, 'checks']],
    play: async (stage) => {
      const model = stage.addModel('v1', around(16));
      const suite = checkedSuite();
      const baseline = await stage.seed({ suite, model, attempts: 1 });
      const refused = await stage.refuse({
        suite,
        model,
        attempts: 1,
        flags: ['--baseline', baseline],
      });
      assert.match(refused, /one attempt at 4 scenarios says nothing about noise/);
      return [await stage.compare(baseline, await stage.seed({ suite, model, attempts: 1 }))];
    },
  },
  {
    name: 'neither references nor checks',
    says: [['passed', 0, null]],
    play: playOne(openSuite(), () => 'Whatever.'),
  },
];
