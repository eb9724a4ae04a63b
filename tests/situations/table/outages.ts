import { both, type Situation } from '../situation.ts';
import type { Plan } from '../stage/planned-endpoint.ts';
import { act } from '../../support/calls/run-api.ts';
import { around, checkedSuite, exceptIn, graded, judgedSuite, parts } from '../stage/suites.ts';
import { compareTwo } from './compare-two.ts';
import { playOne } from './play-one.ts';

const dead: Plan = () => ({ status: 400 });
const misread: Plan = () => ({
  body: { status: 'ok', message: 'success', data: { answer: { body: graded('C') } } },
});
const good: Plan = () => graded('C');
const silenced: Plan = () => 'This reply makes the judge silent.';

/** Faults of the endpoint, the judge and the service: they never become a score. */
export const outages: readonly Situation[] = [
  {
    name: 'an endpoint that answers nothing',
    says: [['requests_failed', 3, null]],
    shows: /^24 of 24 requests failed in the run/,
    play: playOne(judgedSuite(), dead),
  },
  {
    name: 'an endpoint that answers half of the requests',
    says: both('requests_failed', 3, null),
    play: compareTwo(checkedSuite(), [
      around(16),
      (question) => (question.attempt % 2 === 0 ? dead(question) : around(16)(question)),
    ]),
  },
  {
    name: 'an endpoint that answers nothing in one of four scenarios',
    says: both('requests_failed', 3, null),
    play: compareTwo(checkedSuite(), [around(16), exceptIn(3, dead, around(16))]),
  },
  {
    name: 'an endpoint that answers nothing in one of twenty-five scenarios',
    says: both('same', 0, 'checks'),
    shows: /24 without a change found, 1 not known/,
    play: compareTwo(checkedSuite(25), [around(16), exceptIn(7, dead, around(16))], {
      attempts: 5,
    }),
  },
  {
    name: 'one request in forty that failed',
    says: [['passed', 0, 'checks']],
    play: playOne(
      checkedSuite(),
      (question) =>
        question.scenario === 0 && question.attempt === 4 ? { status: 400 } : around(16)(question),
      { attempts: 10 },
    ),
  },
  {
    name: 'a baseline whose endpoint answered nothing',
    says: both('requests_failed', 3, null),
    shows: /in the baseline/,
    play: compareTwo(checkedSuite(), [dead, around(16)]),
  },
  {
    name: 'replies in a shape that is not known',
    says: [['replies_misread', 3, null]],
    shows: /^24 of 24 turns in the run have no reply that can be read/,
    play: playOne(judgedSuite(), misread),
  },
  {
    name: 'a baseline whose replies have a shape that is not known',
    says: both('replies_misread', 3, null),
    shows: /^24 of 24 turns in the baseline have no reply that can be read/,
    play: compareTwo(checkedSuite(), [misread, around(16)]),
  },
  {
    name: 'a judge that answers nothing',
    says: [['judge_failed', 3, null]],
    play: playOne(judgedSuite(), silenced),
  },
  {
    name: 'a judge that answers nothing in one scenario',
    says: both('judge_failed', 3, null),
    shows: /^6 of 24 replies in the run have no score from the judge/,
    play: compareTwo(judgedSuite(), [good, exceptIn(1, silenced, good)]),
  },
  {
    name: 'a judge that is not trusted',
    says: [['judge_failed', 3, null]],
    play: async (stage) => [
      await stage.run({
        suite: judgedSuite(),
        model: stage.addModel('fools-its-judge', good),
        flags: ['--gate', 'overall>=0.5'],
      }),
    ],
  },
  {
    name: 'a run whose budget is spent before its end',
    says: [['budget_spent', 4, null]],
    shows: /^the budget of the run was spent before its end. 10 of 24 turns were played/,
    play: playOne(checkedSuite(), around(16), { flags: ['--budget-calls', '10'] }),
  },
  {
    name: 'a run whose budget suffices',
    says: [['passed', 0, 'checks']],
    play: playOne(checkedSuite(), around(16), { flags: ['--budget-calls', '24'] }),
  },
  {
    name: 'a run that is cancelled',
    says: [['cancelled', 4, null]],
    play: async (stage) => {
      const stopped = Promise.withResolvers<void>();
      // The first attempts are answered; the others wait until the run has been cancelled.
      const model = stage.addModel('v1', async ({ attempt }) => {
        if (attempt > 0) await stopped.promise;
        return parts(20);
      });
      const cancel = async (runId: string): Promise<void> => {
        await act(stage.api, runId, 'cancel');
        stopped.resolve();
      };
      return [await stage.run({ suite: checkedSuite(), model }, cancel)];
    },
  },
];
