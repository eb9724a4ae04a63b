import type { TestCallResult } from '@fairtrial/contracts';
import { formatDuration } from '@fairtrial/format';
import type { ReactNode } from 'react';
import { Pill } from '../../../parts/pill.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Proposal } from './choose-target.ts';
import { Exchange } from './exchange.tsx';
import type { TestCallState } from './use-test-call.ts';

interface TestCallOutcomeProps {
  readonly testCall: TestCallState;
  /** Called to use a pointer that the test call proposes. */
  readonly onPropose: (proposal: Proposal) => void;
}

export function TestCallOutcome({ testCall, onPropose }: TestCallOutcomeProps): ReactNode {
  if (testCall.state === 'refused') {
    return (
      <p className="wrap-anywhere">
        <Pill tone="bad" glyph="✗">
          refused
        </Pill>{' '}
        {testCall.detail}
      </p>
    );
  }
  if (testCall.state !== 'done') {
    return (
      <p className="text-[13px] text-dim">A test call sends “Hello” once and stores nothing.</p>
    );
  }
  const { result } = testCall;
  return (
    <div className="grid justify-items-start gap-2">
      <Reply result={result} />
      <Proposals result={result} onPropose={onPropose} />
      {result.session !== null && (
        <p className="wrap-anywhere">
          Session <code className="font-mono">{result.session}</code>
        </p>
      )}
      {result.notes.map((note) => (
        <p key={note} className="wrap-anywhere">
          <span className="font-semibold text-warn">!</span> {note}
        </p>
      ))}
      <Exchange result={result} />
    </div>
  );
}

function Reply({ result }: { readonly result: TestCallResult }): ReactNode {
  const { outcome, reply, error, latency_ms, protocol } = result;
  const isAnswered = outcome === 'answered';
  return (
    <p className="line-clamp-3 wrap-anywhere">
      {isAnswered ? (
        <Pill tone="ok" glyph="✓">
          {formatDuration(latency_ms)} · {protocol}
        </Pill>
      ) : (
        <Pill tone="bad" glyph="✗">
          {error?.kind ?? 'failed'}
        </Pill>
      )}{' '}
      {isAnswered ? `“${reply ?? ''}”` : error?.message}
    </p>
  );
}

function Proposals({
  result: { proposed_reply: reply, proposed_session: session },
  onPropose,
}: Pick<TestCallOutcomeProps, 'onPropose'> & { readonly result: TestCallResult }): ReactNode {
  return (
    <>
      {reply !== null && (
        <Button onClick={() => onPropose({ reply })}>
          Read the reply at <code className="font-mono">{reply}</code>
        </Button>
      )}
      {session !== null && (
        <Button onClick={() => onPropose({ session })}>
          Read the session at <code className="font-mono">{session}</code>
        </Button>
      )}
    </>
  );
}
