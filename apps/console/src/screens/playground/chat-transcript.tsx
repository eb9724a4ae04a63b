import { formatCount, formatDuration } from '@fairtrial/format';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Markdown } from '../../parts/markdown.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Button } from '../../ui/button.tsx';
import type { AgentReply, ChatEntry, ToolUse } from './chat-entry.ts';

interface ChatTranscriptProps {
  readonly label: string;
  readonly entries: readonly ChatEntry[];
  readonly isWriting: boolean;
  /** The name of a model, by its id. */
  readonly modelName: (model: string) => string;
  readonly onAskAgain: () => void;
}

/** The view follows new text if it is within this distance of the end. */
const FOLLOW_PX = 80;

/** A conversation. It scrolls with new text unless the reader has scrolled up. */
export function ChatTranscript(props: ChatTranscriptProps): ReactNode {
  const { label, entries, isWriting, modelName, onAskAgain } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const isNear = current.scrollHeight - current.scrollTop - current.clientHeight < FOLLOW_PX;
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
          <Message key={at} who="You" border="border-accent">
            {entry.text}
          </Message>
        ) : (
          <AgentReplyMessage key={at} reply={entry} name={modelName(entry.model)} />
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

interface MessageProps {
  readonly who: string;
  readonly border: string;
  readonly children: ReactNode;
}

function Message({ who, border, children }: MessageProps): ReactNode {
  return (
    <div className={`border-l-[3px] pl-3 wrap-anywhere whitespace-pre-wrap ${border}`}>
      <p className="text-[13px] font-semibold text-dim">{who}</p>
      {children}
    </div>
  );
}

interface AgentReplyMessageProps {
  readonly reply: AgentReply;
  readonly name: string;
}

function AgentReplyMessage({ reply, name }: AgentReplyMessageProps): ReactNode {
  const { text, tools, state, error } = reply;
  const [isMarkdown, setMarkdown] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ToolTrace tools={tools} />
      {(text !== '' || state === 'writing') && (
        <Message who={name} border="border-line">
          {isMarkdown ? <Markdown text={text} /> : text}
          {state === 'writing' && (
            <span className="text-dim" aria-hidden>
              {text === '' ? 'thinking …' : ' ▍'}
            </span>
          )}
        </Message>
      )}
      {error !== undefined && (
        <p className="wrap-anywhere text-bad">
          <strong>✗ No answer.</strong> {error}
        </p>
      )}
      {state !== 'writing' && (
        <div className="flex flex-wrap items-center gap-2 text-xs text-dim">
          <span className="wrap-anywhere">
            {[...(text === '' ? [name] : []), ...replyFacts(reply)].join(' · ')}
          </span>
          <CopyButton label="Copy the reply" text={text} />
          {text !== '' && (
            <button
              type="button"
              aria-pressed={isMarkdown}
              onClick={() => setMarkdown(!isMarkdown)}
              className="min-h-6 rounded px-1 underline-offset-2 hover:underline aria-pressed:font-semibold"
            >
              Markdown
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function replyFacts({ state, ms, tokens }: AgentReply): readonly string[] {
  return [
    ...(state === 'stopped' ? ['■ stopped'] : []),
    ...(ms === undefined ? [] : [formatDuration(ms)]),
    ...(tokens === undefined ? [] : [`${formatCount(tokens)} tokens`]),
  ];
}

/** The tool calls of a reply with their arguments and results. */
function ToolTrace({ tools }: { readonly tools: readonly ToolUse[] }): ReactNode {
  if (tools.length === 0) return null;
  return (
    <ul aria-label="Tools" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {tools.map((use) => (
        <li key={use.id}>
          <details className="group rounded-md border border-line bg-raised">
            <summary className="flex cursor-pointer list-none items-center gap-2 px-2 py-1 text-[13px]">
              <ChevronRight
                size={14}
                aria-hidden
                className="shrink-0 transition-transform group-open:rotate-90"
              />
              <span className="max-w-1/2 truncate font-mono font-semibold">{use.name}</span>
              <span className="min-w-0 flex-1 truncate font-mono text-dim">{use.arguments}</span>
              <ToolState use={use} />
            </summary>
            <dl className="grid gap-2 border-t border-line px-3 py-2 text-[13px]">
              <ToolText label="Asked">{use.arguments}</ToolText>
              {use.result !== undefined && <ToolText label="Said">{use.result}</ToolText>}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

function ToolState({ use: { result, failed } }: { readonly use: ToolUse }): ReactNode {
  if (result === undefined) return <span className="text-dim">… running</span>;
  return failed ? (
    <span className="text-bad">✗ failed</span>
  ) : (
    <span className="text-ok">✓ done</span>
  );
}

function ToolText({
  label,
  children,
}: {
  readonly label: string;
  readonly children: string;
}): ReactNode {
  return (
    <div>
      <dt className="text-dim">{label}</dt>
      <dd className="max-h-48 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">
        {children}
      </dd>
    </div>
  );
}
