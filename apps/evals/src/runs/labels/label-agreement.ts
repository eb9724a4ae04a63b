import type { JudgeAgreement, LabellerAgreement } from '@fairtrial/contracts';
import { agreement, type Agreement } from '@fairtrial/statistics';
import type { SqlExecutor } from '../../db/connection/sql.ts';
import { listCheckedTurns } from '../../db/labels/labelled-turns.ts';
import type { Run } from '../../entities/run.ts';
import { round } from '../summary/rounding.ts';
import type { JudgeIdentity } from './describe-judge.ts';
import { checkPassed } from './label-checks.ts';
import { roundPair } from './label-view.ts';
import { type Vote, type AttemptResult, keyOf } from './labelled-attempts.ts';

/** A decided vote of people, and what the judge found. */
export interface JudgedVote {
  readonly vote: Vote;
  readonly judge: boolean;
}

interface VotesToJudge {
  readonly attempts: readonly AttemptResult[];
  readonly votes: readonly Vote[];
}

/** Adds what the judge found now. Votes that are tied, or about which the judge found nothing, are left out. */
export async function judgeVotes(
  tx: SqlExecutor,
  run: Run,
  { attempts, votes }: VotesToJudge,
): Promise<readonly JudgedVote[]> {
  const results = new Map(attempts.map((attempt) => [keyOf(attempt), attempt.passed]));
  const checked = votes.filter(({ checkId }) => checkId !== '');
  const distinct = new Map(checked.map((vote) => [keyOf(vote), vote]));
  const rows = await listCheckedTurns(tx, run.id, [...distinct.values()].map(toOrdinals));
  const turns = Map.groupBy(rows, keyOf);
  return votes.flatMap((vote) => {
    const scenario = run.plan.scenarios[vote.scenarioNo];
    if (vote.passed === undefined || scenario === undefined) return [];
    const judge =
      vote.checkId === ''
        ? results.get(keyOf(vote))
        : checkPassed(scenario, turns.get(keyOf(vote)) ?? [], vote.checkId);
    return judge === undefined ? [] : [{ vote, judge }];
  });
}

function toOrdinals({ scenarioNo, attemptNo }: Vote): Pick<Vote, 'scenarioNo' | 'attemptNo'> {
  return { scenarioNo, attemptNo };
}

/** Returns the agreement of the judge with the people: on whole attempts, and on each labelled check. */
export function compareWithJudge(
  judged: readonly JudgedVote[],
  { models, digest }: JudgeIdentity,
): JudgeAgreement[] {
  const byCheck = Map.groupBy(judged, ({ vote }) => vote.checkId);
  return [...byCheck]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([checkId, votes]) => {
      const found = agreement(
        votes.map(({ vote, judge }) => ({
          cluster: vote.scenarioNo,
          judge,
          label: vote.passed === true,
        })),
      );
      if (found === undefined) return [];
      return [
        {
          check_id: checkId === '' ? null : checkId,
          judges: [...models],
          judge_digest: digest,
          ...viewAgreed(found),
          true_positive_rate: viewRate(found.true_positive_rate),
          true_negative_rate: viewRate(found.true_negative_rate),
        },
      ];
    });
}

/** With more people, only the pairs of the first ones are compared: the number of pairs grows with their square. */
const MAX_COMPARED_LABELLERS = 10;

/** Returns the agreement of each two people on the whole attempts that both labelled. */
export function compareLabellers(votes: readonly Vote[]): LabellerAgreement[] {
  const whole = votes.filter(({ checkId }) => checkId === '');
  const all = whole.flatMap(({ labels }) => labels.map(({ labeller }) => labeller));
  const labellers = [...new Set(all)].toSorted().slice(0, MAX_COMPARED_LABELLERS);
  return labellers.flatMap((first, at) =>
    labellers.slice(at + 1).flatMap((second) => {
      const found = agreement(whole.flatMap((vote) => pairLabels(vote, first, second)));
      return found === undefined ? [] : [{ labellers: [first, second], ...viewAgreed(found) }];
    }),
  );
}

function pairLabels(
  { scenarioNo, labels }: Vote,
  first: string,
  second: string,
): Parameters<typeof agreement>[0] {
  const ofFirst = labels.find(({ labeller }) => labeller === first)?.passed;
  const ofSecond = labels.find(({ labeller }) => labeller === second)?.passed;
  if (typeof ofFirst !== 'boolean' || typeof ofSecond !== 'boolean') return [];
  return [{ cluster: scenarioNo, judge: ofFirst, label: ofSecond }];
}

function viewAgreed({
  n,
  agreed,
  kappa,
}: Agreement): Pick<JudgeAgreement, 'n' | 'agreed' | 'kappa'> {
  if (kappa === null) return { n, agreed, kappa: null };
  const { value, interval95 } = kappa;
  return {
    n,
    agreed,
    kappa: { value: round(value), interval: interval95 && roundPair(interval95) },
  };
}

function viewRate(rate: Agreement['true_positive_rate']): JudgeAgreement['true_positive_rate'] {
  if (rate === null) return null;
  return { value: round(rate.value), interval: roundPair(rate.interval95), n: rate.n };
}
