import type {
  CheckResult,
  EvaluationResponse,
  InteractionResult,
  RunView,
  UserResult,
} from '@fairtrial/contracts';
import {
  checkReason,
  checkStatus,
  explainScore,
  explainUser,
  formatDuration,
  formatScore,
  isOptionalCheck,
} from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { turnQuery } from '../../../data/row-queries.ts';
import { isSimulatedTurn } from '../../../format/simulated-user.ts';
import { TONE_CLASSES } from '../../../parts/change.tsx';
import { StatusMark } from '../../../parts/status-mark.tsx';
import { Button } from '../../../ui/button.tsx';
import { describeValue } from '../form/check-words.ts';

interface TryResultsProps {
  readonly run: RunView;
  readonly result: EvaluationResponse;
  /** Takes a reply over as the reference of its turn. */
  readonly onUse: (turn: number, reply: string) => void;
}

/** What the model replied, turn by turn, with the score and the result of each check. */
export function TryResults({ run, result, onUse }: TryResultsProps): ReactNode {
  const attempt = result.results.scenarios[0]?.attempts[0];
  if (attempt === undefined) {
    return <p className="text-bad">✗ The run ended as {run.state} without a reply.</p>;
  }
  return (
    <div className="grid gap-3">
      <ol aria-label="Replies" className="grid gap-3">
        {attempt.interactions.map((turn, at) => (
          <li key={at} aria-label={`Reply to turn ${at + 1}`} className="border-t border-line pt-2">
            <TurnResult
              runId={run.run_id}
              turn={turn}
              number={at + 1}
              onUse={(reply) => onUse(at, reply)}
            />
          </li>
        ))}
      </ol>
      {attempt.conversation && (
        <div className="border-t border-line pt-2">
          <p className="text-[13px] font-semibold">Whole conversation</p>
          {attempt.conversation.user && <UserOutcome user={attempt.conversation.user} />}
          <CheckResults checks={attempt.conversation.checks} />
        </div>
      )}
      {result.warnings.map((warning) => (
        <p key={warning} className="text-[13px] wrap-anywhere text-warn">
          ! {warning}
        </p>
      ))}
    </div>
  );
}

interface TurnResultProps {
  readonly runId: string;
  readonly turn: InteractionResult;
  readonly number: number;
  readonly onUse: (reply: string) => void;
}

function TurnResult({ runId, turn, number, onUse }: TurnResultProps): ReactNode {
  const { agent_reply: reply, outcome, error, scores, latency_ms: latency, checks } = turn;
  const overall = scores['overall'];
  const isSimulated = isSimulatedTurn(turn);
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap gap-x-3 text-[13px]">
        <span className="font-semibold">Turn {number}</span>
        {typeof overall === 'number' && <span>score {formatScore(overall, 2)}</span>}
        <span className="text-dim">{formatDuration(latency)}</span>
      </p>
      {isSimulated && (
        <div className="border-l-2 border-accent pl-3">
          <p className="text-[13px] text-dim">Simulated user</p>
          <p className="wrap-anywhere whitespace-pre-wrap">{turn.user_message}</p>
        </div>
      )}
      {outcome === 'endpoint_failed' ? (
        <p className="wrap-anywhere text-bad">
          <strong>✗ No reply.</strong> {error?.message ?? 'The endpoint did not answer.'}
        </p>
      ) : (
        <>
          <p className="max-h-60 overflow-auto border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
            {reply}
          </p>
          {!isSimulated && (
            <div>
              <Button className="h-7! px-2! text-xs" onClick={() => onUse(reply)}>
                Use this reply as reference
              </Button>
            </div>
          )}
        </>
      )}
      {!isSimulated && <ScoreReasons {...{ runId, turn, number }} />}
      <CheckResults checks={checks} />
    </div>
  );
}

/** Why the score is not full. With checks, similarity does not count, and the checks have a list of their own. */
function ScoreReasons({ runId, turn, number }: Omit<TurnResultProps, 'onUse'>): ReactNode {
  const isFull = turn.outcome !== 'answered' || turn.scores['overall'] === 1;
  const { data: view } = useQuery({
    ...turnQuery(useClient(), runId, { scenario: 0, attempt: 0, turn: number - 1 }),
    enabled: !isFull,
  });
  if (isFull || view === undefined) return null;
  const counted = turn.checks.length > 0 ? ['metadata'] : ['reply', 'facts', 'metadata'];
  const reasons = explainScore(view).filter(({ about }) => counted.includes(about));
  if (reasons.length === 0) return null;
  return (
    <ul aria-label="Why this score" className="grid gap-1 text-[13px]">
      {reasons.map(({ text }, at) => (
        <li key={at} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Each check with its result and the reason, which can quote the reply. */
function CheckResults({ checks }: { readonly checks: readonly CheckResult[] }): ReactNode {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Checks" className="grid gap-1">
      {checks.map((check, at) => (
        <li key={at} className="text-[13px] wrap-anywhere">
          <StatusMark status={checkStatus(check)} className="font-semibold" />{' '}
          {describeValue([check])}
          {isOptionalCheck(check) && ' (optional)'}{' '}
          <span className="text-dim">{checkReason(check)}</span>
        </li>
      ))}
    </ul>
  );
}

/** How a conversation with a simulated user went: the goal first, then its end, faults and replays. */
function UserOutcome({ user }: { readonly user: UserResult }): ReactNode {
  return (
    <ul aria-label="Simulated user" className="grid gap-1 text-[13px]">
      {explainUser(user).map(({ text, tone }, at) => (
        <li key={at} className={`wrap-anywhere ${TONE_CLASSES[tone]}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}
