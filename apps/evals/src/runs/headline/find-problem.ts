import { MIN_COVERAGE, type Headline } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { MisreadCount } from '../summary/count-problems.ts';
import type { SideCounts } from './count-side.ts';

/** `95 %` */
const ENOUGH = `${MIN_COVERAGE * 100} %`;

export const ADVICE_ON_USER =
  'Make the goal and the facts of the simulated user clearer, or let another model play it (USER_MODEL), then run both again.';

type Problem = Omit<Headline, 'basis'>;

/** Why the side does not allow a verdict on the model; `undefined` if it does. */
export function findProblem(side: SideCounts): Problem | undefined {
  return (
    findEnd(side) ??
    findMisread(side) ??
    findFailedUser(side) ??
    findFailedRequests(side) ??
    findFailedJudge(side) ??
    findSpentBudget(side)
  );
}

function findEnd({ name, state, turns }: SideCounts): Problem | undefined {
  const status = 'inconclusive';
  if (state === 'failed') {
    const title = `${name} ended without a result because the service failed`;
    const next = 'Look at the log of the evaluation service, then run it again.';
    return {
      result: 'service_failed',
      status,
      exit_code: 4,
      title,
      why: 'There are no scores.',
      next,
    };
  }
  if (state !== 'cancelled') return undefined;
  const title = `${name} was cancelled`;
  const why = `${turns.finished} of ${formatMany(turns.planned, 'turn')} were played.`;
  return { result: 'cancelled', status, exit_code: 4, title, why, next: 'Run it again.' };
}

function findFailedRequests({ name, turns, stoppedBy }: SideCounts): Problem | undefined {
  const { finished, failed } = turns;
  if (finished === 0 && stoppedBy !== undefined) return undefined; // no request was sent
  if (finished > 0 && finished - failed >= MIN_COVERAGE * finished) return undefined;
  return {
    result: 'requests_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `${failed} of ${formatMany(finished, 'request')} failed in ${name}`,
    why: `Below ${ENOUGH} answered requests the scores would describe the endpoint, not the model.`,
    next: 'Test the endpoint with `fairtrial doctor --endpoint <url> --model <id>`. `fairtrial retry <run>` plays the failed turns again.',
  };
}

function findFailedJudge({ name, judged, judgeDoubt }: SideCounts): Problem | undefined {
  if (judgeDoubt !== undefined) {
    return {
      result: 'judge_failed',
      status: 'inconclusive',
      exit_code: 3,
      title: `the judge of ${name} is not trusted`,
      why: `${judgeDoubt}.`,
      next: 'Choose another judge model, then rescore the run: the endpoint is not called again.',
    };
  }
  if (judged === undefined || judged.failed <= (1 - MIN_COVERAGE) * judged.asked) return undefined;
  return {
    result: 'judge_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `${judged.failed} of ${formatMany(judged.asked, 'reply', 'replies')} in ${name} have no score from the judge`,
    why: `Below ${ENOUGH} judged replies there is no verdict: the missing ones may be the hard ones.`,
    next: 'Check the judge model, then rescore the run: the endpoint is not called again.',
  };
}

/** The played part may be the easy one, so it gets no verdict, regardless of its size. */
function findSpentBudget({ name, stoppedBy, turns }: SideCounts): Problem | undefined {
  if (stoppedBy === undefined) return undefined;
  const failed = turns.failed === 0 ? '' : `, and ${turns.failed} of them failed`;
  return {
    result: 'budget_spent',
    status: 'inconclusive',
    exit_code: 4,
    title: `the budget of ${name} was spent before its end`,
    why: `${turns.finished} of ${formatMany(turns.planned, 'turn')} were played${failed}.`,
    next: 'Continue with a larger budget: `fairtrial retry <run> --budget-calls <n>`. Answered turns are not sent again, except in conversations with a session or a simulated user, which start again.',
  };
}

interface MisreadSide {
  /** The run as named in sentences: `the run`, `the baseline`. */
  readonly name: string;
  readonly turns: { readonly finished: number; readonly failed: number };
  readonly misread: MisreadCount;
}

/** Requests failed, most of them because their replies or session ids could not be read. */
export function findMisread({
  name,
  turns: { finished, failed },
  misread,
}: MisreadSide): Problem | undefined {
  const isOfSession = misread.withoutSession * 2 > misread.turns;
  // Without a session id, the other turns of the conversation are not sent. They do not have a cause of their own.
  const caused = isOfSession ? failed - misread.unsent : failed;
  if (misread.turns * 2 <= caused || finished - failed >= MIN_COVERAGE * finished) return undefined;
  const what = isOfSession ? 'session id' : 'reply';
  return {
    result: 'replies_misread',
    status: 'inconclusive',
    exit_code: 3,
    title: `${misread.turns} of ${formatMany(finished, 'turn')} in ${name} ${misread.turns === 1 ? 'has' : 'have'} no ${what} that can be read`,
    why: isOfSession
      ? 'The endpoint gives its session id at another place. Without it the conversation cannot continue, so such turns are not scored.'
      : 'The endpoint answers in an unknown shape. Replies that cannot be read are not scored.',
    next: isOfSession ? adviseOnSession(misread) : adviseOnReply(misread),
  };
}

function adviseOnSession({ proposedSession: pointer }: MisreadCount): string {
  return pointer === undefined
    ? 'Run it again with `target.session.from` set to the JSON Pointer of the session id in the answer.'
    : `If the session id is at ${pointer}, run it again with \`target.session.from\` set to that.`;
}

function adviseOnReply({ proposedReply: pointer, proposedSession: session }: MisreadCount): string {
  const advice =
    pointer === undefined
      ? 'Run it again with `target.reply` set to the JSON Pointer of the reply in the answer (`fairtrial run --reply <pointer>`).'
      : `If the reply is at ${pointer}, run it again with \`target.reply\` set to that (\`fairtrial run --reply ${pointer}\`).`;
  return session === undefined
    ? advice
    : `${advice} The session id was not found either: if it is at ${session}, set \`target.session.from\` to that.`;
}

/** Too many conversations do not count because of the simulated user. It is not the fault of the model. */
function findFailedUser({ name, users }: SideCounts): Problem | undefined {
  if (users === undefined) return undefined;
  const { conversations, spoiled, failed } = users;
  if (spoiled + failed <= (1 - MIN_COVERAGE) * conversations) return undefined;
  const all = formatMany(conversations, 'conversation');
  const isDead = failed >= spoiled;
  return {
    result: 'user_failed',
    status: 'inconclusive',
    exit_code: 3,
    title: `the simulated user failed in ${spoiled + failed} of ${all} of ${name}`,
    why: `${describeCauses(spoiled, failed)} Below ${ENOUGH} usable conversations the scores would describe the simulated user, not the model.`,
    next: isDead
      ? 'Check the model of the user (USER_MODEL, USER_BASE_URL, USER_API_KEY), then `fairtrial retry <run>`.'
      : 'Make the goal and the facts of the simulated user clearer, or let another model play it (USER_MODEL), then run it again.',
  };
}

function describeCauses(spoiled: number, failed: number): string {
  const causes = [
    failed > 0 && `Its model gave no message in ${failed}.`,
    spoiled > 0 && `It made faults in ${spoiled}, also when they were played again.`,
  ];
  return causes.filter((cause) => cause !== false).join(' ');
}
