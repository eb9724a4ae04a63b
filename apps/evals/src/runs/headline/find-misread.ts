import { MIN_COVERAGE, type Headline } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import type { MisreadCount } from '../summary/count-misread.ts';

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
}: MisreadSide): Omit<Headline, 'basis'> | undefined {
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
