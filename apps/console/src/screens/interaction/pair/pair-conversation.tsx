import type { InteractionRow } from '@fairtrial/contracts';
import { useMemo, type ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { passRule } from '../attempt-marks.ts';
import { quotesByTurn } from '../checks/quotes.ts';
import { visibleTurns } from '../interaction-data.ts';
import type { InteractionSearch } from '../interaction-search.ts';
import { ReplyMessage, TurnButton } from '../reply-message.tsx';
import { UserMessage } from '../../../parts/conversation/message.tsx';
import type { Reply } from '../use-reply.ts';

interface PairConversationProps {
  readonly before: Reply;
  readonly after: Reply;
  /** Maps turns of the candidate to the same turns of the baseline. */
  readonly turns: ReadonlyMap<number, number>;
  readonly search: InteractionSearch;
  readonly onOpen: (turn: number) => void;
}

/** Both conversations, turn by turn. Matching turns share a row, so that they scroll together. */
export function PairConversation(props: PairConversationProps): ReactNode {
  const { before, after, turns, search, onOpen } = props;
  const { interactions } = after.scenario;
  const { turn: current } = after.view;
  const [from, to] = visibleTurns(interactions.length, current);
  const isPart = to - from < interactions.length;
  return (
    <Card title={isPart ? `Conversations (turns ${from + 1} to ${to})` : 'Conversations'}>
      <ol className="grid gap-3">
        {interactions.slice(from, to).map(({ user_message: message }, at) => {
          const turn = from + at;
          const isCurrent = turn === current;
          const baselineTurn = turns.get(turn);
          const asked = findMessage(before, baselineTurn);
          return (
            <li key={turn} className={`rounded-md p-1 ${isCurrent ? 'bg-raised' : ''}`}>
              <TurnButton turn={turn} isCurrent={isCurrent} onOpen={onOpen} />
              {asked === message && <UserMessage text={message} />}
              <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
                <PairCell
                  name="baseline"
                  reply={before}
                  turn={baselineTurn}
                  search={search}
                  message={asked === message ? undefined : asked}
                />
                <PairCell
                  name="candidate"
                  reply={after}
                  turn={turn}
                  search={search}
                  message={asked === message ? undefined : message}
                />
              </div>
            </li>
          );
        })}
      </ol>
      {after.scenario.user && (
        <p className="mt-3 text-dim">
          The messages of the simulated user differ between attempts: show one run only to read
          them.
        </p>
      )}
    </Card>
  );
}

interface PairCellProps {
  readonly name: 'baseline' | 'candidate';
  readonly reply: Reply;
  /** `undefined` if this run does not have the turn. */
  readonly turn: number | undefined;
  readonly search: InteractionSearch;
  /** Set if the two runs sent different messages. */
  readonly message: string | undefined;
}

const NAMES = { baseline: 'Baseline', candidate: 'Candidate' } as const;

function PairCell({ name, reply, turn, search, message }: PairCellProps): ReactNode {
  const quotes = useMemo(() => quotesByTurn(reply.view, name), [reply.view, name]);
  if (turn === undefined) {
    return <p className="pl-3 text-dim">The {name} does not have this turn.</p>;
  }
  const row = findRow(reply, turn);
  return (
    <div className="min-w-0">
      {message !== undefined && <UserMessage text={message} />}
      <ReplyMessage
        key={`${turn} ${row?.attempt}`}
        name={`${NAMES[name]} · ${reply.run.model_id}`}
        runId={reply.run.run_id}
        side={name}
        turn={turn}
        row={row}
        rule={passRule(reply, search)}
        quotes={quotes.get(turn)}
      />
    </div>
  );
}

function findRow({ transcript }: Reply, turn: number): InteractionRow | undefined {
  return transcript.find((row) => row.turn === turn);
}

function findMessage({ scenario }: Reply, turn: number | undefined): string | undefined {
  return turn === undefined ? undefined : scenario.interactions[turn]?.user_message;
}
