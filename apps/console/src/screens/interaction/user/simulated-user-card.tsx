import type { ReactNode } from 'react';
import { isOver } from '../../../data/run-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { TONE_CLASSES } from '../../../parts/change.tsx';
import { UserBrief } from '../../../parts/simulated-user/user-brief.tsx';
import { Quotes } from '../checks/checks.tsx';
import { focusQuote, type Side } from '../checks/quotes.ts';
import type { Reply } from '../use-reply.ts';
import { listFindings } from './conversation-turns.ts';

interface SimulatedUserCardProps {
  readonly title: string;
  readonly reply: Reply;
  readonly side: Side;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** What the simulated user of the conversation was told, and how it went; nothing if its scenario has none. */
export function SimulatedUserCard(props: SimulatedUserCardProps): ReactNode {
  const { title, reply, side, onOpen } = props;
  const { user } = reply.scenario;
  const result = reply.view.conversation?.user;
  if (!user) return null;
  return (
    <Card title={title}>
      {result === undefined ? (
        <p className="text-dim">
          {isOver(reply.run.state)
            ? 'The conversation was not audited.'
            : 'The judge reads the conversation when it has ended.'}
        </p>
      ) : (
        <ul aria-label={`${title}: result`} className="grid gap-2">
          {listFindings(result, side).map(({ text, tone, quotes }, at) => (
            <li key={at} className="wrap-anywhere whitespace-pre-wrap">
              <span className={TONE_CLASSES[tone]}>{text}</span>
              <Quotes
                quotes={quotes}
                onQuote={(quote) => {
                  if (!focusQuote(side, quote)) onOpen(quote.turn);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-4 mb-1 text-[13px] font-semibold text-dim">What it was told</h3>
      <UserBrief user={user} />
    </Card>
  );
}
