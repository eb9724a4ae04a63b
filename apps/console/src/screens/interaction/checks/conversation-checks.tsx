import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import type { Reply } from '../use-reply.ts';
import { Checks } from './checks.tsx';
import type { Side } from './quotes.ts';

interface ConversationChecksProps {
  readonly reply: Reply;
  readonly side: Side;
  readonly title: string;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** The checks of a whole conversation; nothing if its scenario has none. */
export function ConversationChecks(props: ConversationChecksProps): ReactNode {
  const { reply, side, title, onOpen } = props;
  const { checks = [] } = reply.view.conversation ?? {};
  if (checks.length === 0) return null;
  return (
    <Card title={title}>
      <Checks
        label={title}
        runId={reply.run.run_id}
        checks={checks}
        side={side}
        scope="conversation"
        onOpen={onOpen}
      />
    </Card>
  );
}
