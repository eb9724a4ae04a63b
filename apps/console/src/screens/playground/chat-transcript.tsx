import { useEffect, useRef, type ReactNode } from 'react';
import { formatCount, formatMs } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import type { AgentReply, ChatEntry } from './chat-entry.ts';
import { ToolTrace } from './tool-trace.tsx';

interface ChatTranscriptProps {
  readonly label: string;
  readonly entries: readonly ChatEntry[];
  readonly isWriting: boolean;
  /** What a model is called, by its id. */
  readonly nameOf: (model: string) => string;
  readonly onAskAgain: () => void;
}

/** How near the end somebody has to be to be taken along with it. */
const NEAR_PX = 80;

/** A conversation, which follows its own end unless somebody looks further up. */
export function ChatTranscript(props: ChatTranscriptProps): ReactNode {
  const { label, entries, isWriting, nameOf, onAskAgain } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const isNear = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    if (isNear || entries.at(-1)?.from === 'user') current.scrollTop = current.scrollHeight;
  }, [entries]);
  const last = entries.at(-1);
  const isUnanswered = last?.from === 'user' || (last?.from === 'agent' && last.state === 'failed');
  return (
    <div
      ref={box}
      role="log"
      aria-label={label}
      aria-busy={isWriting}
      tabIndex={0}
      className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-auto p-3"
    >
      {entries.map((entry, at) =>
        entry.from === 'user' ? (
          <Said key={at} who="You" border="border-accent">
            {entry.text}
          </Said>
        ) : (
          <AgentSaid key={at} reply={entry} name={nameOf(entry.model)} />
        ),
      )}
      {isUnanswered && !isWriting && (
        <div>
          <Button onClick={onAskAgain}>Ask again</Button>
        </div>
      )}
    </div>
  );
}

interface SaidProps {
  readonly who: string;
  readonly border: string;
  readonly children: ReactNode;
}

function Said({ who, border, children }: SaidProps): ReactNode {
  return (
    <div className={`border-l-[3px] pl-3 wrap-anywhere whitespace-pre-wrap ${border}`}>
      <span className="sr-only">{who}: </span>
      {children}
    </div>
  );
}

interface AgentSaidProps {
  readonly reply: AgentReply;
  readonly name: string;
}

function AgentSaid({ reply, name }: AgentSaidProps): ReactNode {
  const { text, tools, state, error } = reply;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ToolTrace tools={tools} />
      {(text !== '' || state === 'writing') && (
        <Said who={name} border="border-line">
          {text}
          {state === 'writing' && (
            <span className="text-dim" aria-hidden>
              {text === '' ? 'thinking …' : ' ▍'}
            </span>
          )}
        </Said>
      )}
      {error !== undefined && (
        <p className="wrap-anywhere text-bad">
          <strong>✕ No answer.</strong> {error}
        </p>
      )}
      {state !== 'writing' && (
        <p className="text-xs text-dim">{[name, ...facts(reply)].join(' · ')}</p>
      )}
    </div>
  );
}

function facts({ state, ms, tokens }: AgentReply): readonly string[] {
  return [
    ...(state === 'stopped' ? ['■ stopped'] : []),
    ...(ms === undefined ? [] : [formatMs(ms)]),
    ...(tokens === undefined ? [] : [`${formatCount(tokens)} tokens`]),
  ];
}
