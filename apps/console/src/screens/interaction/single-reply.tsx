import { formatMany } from '@fairtrial/format';
import { useMemo, type ReactNode } from 'react';
import { isOver } from '../../data/run-queries.ts';
import { AttemptPicker } from './attempt-picker.tsx';
import { ConversationChecks } from './checks/conversation-checks.tsx';
import { quotesByTurn } from './checks/quotes.ts';
import { InteractionHead } from './interaction-head.tsx';
import type { InteractionSearch } from './interaction-search.ts';
import { passRule } from './attempt-marks.ts';
import { ScoresCard } from './scores-card.tsx';
import { TextsCard } from './texts-card.tsx';
import { Transcript, type TranscriptProps } from './transcript.tsx';
import { useInteractionNavigation } from './use-interaction-navigation.ts';
import type { Reply } from './use-reply.ts';
import { faultsByTurn, listMessages } from './user/conversation-turns.ts';
import { SimulatedUserCard } from './user/simulated-user-card.tsx';
import { WhyCard } from './why-card.tsx';

interface SingleReplyProps {
  readonly reply: Reply;
  readonly search: InteractionSearch;
  /** The reason if the requested baseline is not shown. */
  readonly note: string | undefined;
}

/** A single reply: its conversation, its text next to the reference, and its scores. */
export function SingleReply({ reply, search, note }: SingleReplyProps): ReactNode {
  const { run, view, attempts } = reply;
  const navigation = useInteractionNavigation({ run, view, attempts, search });
  const rule = passRule(reply, search);
  const quotes = useMemo(() => quotesByTurn(view, 'reply'), [view]);
  return (
    <>
      <InteractionHead reply={reply} search={search} navigation={navigation} />
      {note !== undefined && (
        <p className="mb-3 rounded-md bg-warn-soft px-3 py-2 text-warn wrap-anywhere">! {note}</p>
      )}
      <div className="mb-3">
        <AttemptPicker
          label="Attempt"
          attempts={attempts}
          current={search.attempt ?? 0}
          rule={rule}
          onPick={(attempt) => navigation.change({ attempt })}
        />
        <EndedEarlier reply={reply} />
      </div>
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,9fr)_minmax(0,5fr)] gap-3 max-xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] max-lg:grid-cols-1">
        <div className="min-w-0 max-xl:order-last max-xl:col-span-full">
          <WholeConversation {...{ reply, rule, quotes }} onOpen={navigation.turn} />
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <TextsCard
            runId={run.run_id}
            view={view}
            show={search.view ?? 'diff'}
            onShow={(to) => navigation.change({ view: to })}
            quotes={quotes.get(view.turn)}
            onOpen={navigation.turn}
          />
          <SimulatedUserCard
            title="Simulated user"
            reply={reply}
            side="reply"
            onOpen={navigation.turn}
          />
          <ConversationChecks
            title="Checks on the whole conversation"
            reply={reply}
            side="reply"
            onOpen={navigation.turn}
          />
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <WhyCard title="Why this score" view={view} />
          <ScoresCard view={view} attempts={attempts} passThreshold={rule.threshold} />
        </div>
      </div>
    </>
  );
}

interface WholeConversationProps extends Pick<TranscriptProps, 'rule' | 'quotes' | 'onOpen'> {
  readonly reply: Reply;
}

function WholeConversation({ reply, ...props }: WholeConversationProps): ReactNode {
  const { run, view, transcript } = reply;
  const user = view.conversation?.user;
  const faults = useMemo(() => faultsByTurn(user, 'reply'), [user]);
  return (
    <Transcript
      {...props}
      runId={run.run_id}
      messages={listMessages(reply)}
      faults={faults}
      replies={transcript}
      current={view}
    />
  );
}

/** Conversations with a simulated user differ in length, so that a late turn is not in all attempts. */
function EndedEarlier({ reply }: Pick<SingleReplyProps, 'reply'>): ReactNode {
  const { run, scenario, attempts } = reply;
  const missing = run.attempts - attempts.length;
  if (!scenario.user || missing <= 0 || !isOver(run.state)) return null;
  return (
    <p className="mt-1 text-[13px] text-dim">
      {formatMany(missing, 'other attempt')} ended before this turn.
    </p>
  );
}
