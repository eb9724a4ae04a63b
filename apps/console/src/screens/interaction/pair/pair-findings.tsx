import type { ReactNode } from 'react';
import { Card } from '../../../parts/card.tsx';
import { ConversationChecks } from '../checks/conversation-checks.tsx';
import { Findings } from '../findings.tsx';
import type { Reply } from '../use-reply.ts';
import { WhyCard } from '../why-card.tsx';

interface PairFindingsProps {
  readonly name: 'baseline' | 'candidate';
  readonly reply: Reply;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** One of two replies: its score explained, its checks, and the checks of its conversation. */
export function PairFindings({ name, reply, onOpen }: PairFindingsProps): ReactNode {
  const { run, view } = reply;
  return (
    <div className="grid min-w-0 content-start gap-3">
      <WhyCard title={`Why the ${name} scored this`} view={view} />
      <Card title={`What was found in the reply of the ${name}`}>
        <Findings runId={run.run_id} view={view} side={name} onOpen={onOpen} />
      </Card>
      <ConversationChecks
        title={`Checks on the whole conversation of the ${name}`}
        reply={reply}
        side={name}
        onOpen={onOpen}
      />
    </div>
  );
}
