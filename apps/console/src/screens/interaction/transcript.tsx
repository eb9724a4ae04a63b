import type { InteractionRow, RunId } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import type { PassRule } from './attempt-marks.ts';
import { visibleTurns } from './interaction-data.ts';
import { ReplyMessage, TurnButton, UserMessage } from './messages.tsx';
import type { PlacedQuote } from './checks/quotes.ts';

interface TranscriptProps {
  readonly runId: RunId;
  /** The user messages, turn by turn. */
  readonly messages: readonly string[];
  /** The turns of this attempt that have run. */
  readonly replies: readonly InteractionRow[];
  readonly current: number;
  readonly rule: PassRule;
  /** What judges quote, by turn. */
  readonly quotes: ReadonlyMap<number, readonly PlacedQuote[]>;
  readonly onOpen: (turn: number) => void;
}

/** The conversation around the current turn. */
export function Transcript(props: TranscriptProps): ReactNode {
  const { runId, messages, replies, current, rule, quotes, onOpen } = props;
  const [from, to] = visibleTurns(messages.length, current);
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
          const isCurrent = turn === current;
          return (
            <li key={turn} className={`rounded-md p-1 ${isCurrent ? 'bg-raised' : ''}`}>
              <TurnButton turn={turn} isCurrent={isCurrent} onOpen={onOpen} />
              <UserMessage text={message} />
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
