import type { InteractionRow, RunId, TurnPosition } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { isSimulated, type PassRule } from './attempt-marks.ts';
import { visibleTurns } from './interaction-data.ts';
import { ReplyMessage, TurnButton } from './reply-message.tsx';
import { UserMessage } from '../../parts/conversation/message.tsx';
import type { PlacedQuote } from '../../parts/conversation/reply-text.tsx';
import type { MessageFaults } from './user/conversation-turns.ts';
import { SimulatedMessage } from './user/simulated-message.tsx';

export interface TranscriptProps {
  readonly runId: RunId;
  /** The user messages, turn by turn; `undefined` for those of a simulated user that are not loaded. */
  readonly messages: readonly (string | undefined)[];
  /** What the judge found in the messages of a simulated user, by turn. */
  readonly faults: ReadonlyMap<number, MessageFaults>;
  /** The turns of this attempt that have run. */
  readonly replies: readonly InteractionRow[];
  readonly current: TurnPosition;
  readonly rule: PassRule;
  /** What judges quote, by turn. */
  readonly quotes: ReadonlyMap<number, readonly PlacedQuote[]>;
  readonly onOpen: (turn: number) => void;
}

/** The conversation around the current turn. */
export function Transcript(props: TranscriptProps): ReactNode {
  const { runId, messages, faults, replies, current, rule, quotes, onOpen } = props;
  const { scenario, attempt } = current;
  const [from, to] = visibleTurns(messages.length, current.turn);
  const repliesByTurn = new Map(replies.map((row) => [row.turn, row]));
  return (
    <Card
      title={
        to - from < messages.length ? `Conversation (turns ${from + 1} to ${to})` : 'Conversation'
      }
    >
      <ol className="grid gap-3">
        {messages.slice(from, to).map((message, at) => {
          const turn = from + at;
          const isCurrent = turn === current.turn;
          return (
            <li key={turn} className={`rounded-md p-1 ${isCurrent ? 'bg-raised' : ''}`}>
              <TurnButton turn={turn} isCurrent={isCurrent} onOpen={onOpen} />
              {isSimulated(turn, rule) || message === undefined ? (
                <SimulatedMessage
                  runId={runId}
                  position={{ scenario, attempt, turn }}
                  text={message}
                  faults={faults.get(turn)}
                />
              ) : (
                <UserMessage text={message} />
              )}
              <ReplyMessage
                key={`${turn} ${repliesByTurn.get(turn)?.attempt}`}
                name="Reply"
                runId={runId}
                side="reply"
                turn={turn}
                row={repliesByTurn.get(turn)}
                rule={rule}
                quotes={quotes.get(turn)}
              />
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
