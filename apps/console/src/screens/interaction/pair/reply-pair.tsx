import type { ReactNode } from 'react';
import { AttemptPicker } from '../attempt-picker.tsx';
import { passRule } from '../attempt-marks.ts';
import { InteractionHead } from '../interaction-head.tsx';
import type { InteractionSearch } from '../interaction-search.ts';
import { PairConversation } from './pair-conversation.tsx';
import { PairScores } from './pair-scores.tsx';
import { PairTexts } from './pair-texts.tsx';
import { useInteractionNavigation } from '../use-interaction-navigation.ts';
import type { BaselineReply } from './use-baseline-reply.ts';
import type { Reply } from '../use-reply.ts';
import { Card } from '../../../parts/card.tsx';
import { ConversationChecks } from '../checks/conversation-checks.tsx';
import { Findings } from '../findings.tsx';
import { SimulatedUserCard } from '../user/simulated-user-card.tsx';
import { WhyCard } from '../why-card.tsx';

/** The two columns of this screen; stacked on a narrow screen. */
const PAIR = 'grid grid-cols-2 gap-3 max-md:grid-cols-1';

interface ReplyPairProps {
  readonly reply: Reply;
  readonly baseline: BaselineReply;
  readonly search: InteractionSearch;
}

/** The replies of two runs to the same message, side by side; the baseline is on the left. */
export function ReplyPair({ reply, baseline, search }: ReplyPairProps): ReactNode {
  const { run, view, attempts } = reply;
  const navigation = useInteractionNavigation({ run, view, attempts, search });
  const before = baseline.reply;
  const openBaselineTurn = (turn: number): void => {
    const [same] = [...baseline.turns].find(([, old]) => old === turn) ?? [];
    if (same !== undefined) navigation.turn(same);
  };
  return (
    <>
      <InteractionHead reply={reply} search={search} navigation={navigation} />
      <div className={`mb-3 ${PAIR}`}>
        <Side name="Baseline" reply={before}>
          <AttemptPicker
            label="Attempt of the baseline"
            attempts={before.attempts}
            current={search.baseline_attempt ?? 0}
            rule={passRule(before, search)}
            onPick={(attempt) => navigation.change({ baseline_attempt: attempt })}
          />
        </Side>
        <Side name="Candidate" reply={reply}>
          <AttemptPicker
            label="Attempt of the candidate"
            attempts={attempts}
            current={search.attempt ?? 0}
            rule={passRule(reply, search)}
            onPick={(attempt) => navigation.change({ attempt })}
          />
        </Side>
      </div>
      <PairTexts before={before.view} after={view} search={search} onChange={navigation.change} />
      <div className={`my-3 ${PAIR}`}>
        <PairFindings name="baseline" reply={before} onOpen={openBaselineTurn} />
        <PairFindings name="candidate" reply={reply} onOpen={navigation.turn} />
      </div>
      <PairScores before={before.view} after={view} />
      <PairConversation
        before={before}
        after={reply}
        turns={baseline.turns}
        search={search}
        onOpen={navigation.turn}
      />
    </>
  );
}

interface SideProps {
  readonly name: string;
  readonly reply: Reply;
  readonly children: ReactNode;
}

function Side({ name, reply: { run }, children }: SideProps): ReactNode {
  return (
    <section aria-label={name} className="min-w-0">
      <h2 className="mb-1 text-[13px] text-dim wrap-anywhere">
        {name}: <span className="font-semibold text-text">{run.model_id}</span>
      </h2>
      {children}
    </section>
  );
}

interface PairFindingsProps {
  readonly name: 'baseline' | 'candidate';
  readonly reply: Reply;
  /** Opens a turn that is not on the page. */
  readonly onOpen: (turn: number) => void;
}

/** One of two replies: its score explained, its checks, and the checks of its conversation. */
function PairFindings({ name, reply, onOpen }: PairFindingsProps): ReactNode {
  const { run, view } = reply;
  return (
    <div className="grid min-w-0 content-start gap-3">
      <WhyCard title={`Why the ${name} scored this`} view={view} />
      <Card title={`What was found in the reply of the ${name}`}>
        <Findings runId={run.run_id} view={view} side={name} onOpen={onOpen} />
      </Card>
      <SimulatedUserCard
        title={`Simulated user of the ${name}`}
        reply={reply}
        side={name}
        onOpen={onOpen}
      />
      <ConversationChecks
        title={`Checks on the whole conversation of the ${name}`}
        reply={reply}
        side={name}
        onOpen={onOpen}
      />
    </div>
  );
}
