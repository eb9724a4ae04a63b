import type { TestBatch } from '@fairtrial/contracts';
import { formatMany } from '@fairtrial/format';
import { useState, type ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { SourceLink } from '../../parts/dataset/source-link.tsx';
import { UserBrief } from '../../parts/simulated-user/user-brief.tsx';
import { Message, UserMessage } from '../../parts/conversation/message.tsx';
import { LongText } from '../../parts/conversation/reply-text.tsx';
import { describeCheck } from './scenario-fields.ts';

const MAX_TURNS = 20;
const MAX_REFERENCE = 600;

/** A scenario as a chat: user messages, references, the simulated user, and what is checked. */
export function ScenarioChat({ scenario }: { readonly scenario: TestBatch }): ReactNode {
  const { interactions, description, checks = [], user } = scenario;
  return (
    <div className="grid gap-1">
      <SourceLink scenario={scenario} />
      {description && <p className="mb-2 text-dim wrap-anywhere">{description}</p>}
      {interactions.slice(0, MAX_TURNS).map((turn, at) => (
        <div key={at}>
          <UserMessage text={turn.user_message} />
          {turn.reference_reply && (
            <Message who="Reference reply" border="border-line">
              <LongText text={turn.reference_reply} maxCharacters={MAX_REFERENCE} />
            </Message>
          )}
          <CheckLines checks={turn.checks ?? []} />
        </div>
      ))}
      {interactions.length > MAX_TURNS && (
        <p className="text-dim">and {formatMany(interactions.length - MAX_TURNS, 'more turn')}</p>
      )}
      {user && (
        <Message who="Simulated user" border="border-accent">
          <UserBrief user={user} />
        </Message>
      )}
      <CheckLines title="Of the conversation" checks={checks} />
    </div>
  );
}

interface CheckLinesProps {
  readonly title?: string;
  readonly checks: readonly unknown[];
}

function CheckLines({ title, checks }: CheckLinesProps): ReactNode {
  if (checks.length === 0) return null;
  return (
    <Message
      who={title === undefined ? 'Checks' : `Checks: ${title.toLowerCase()}`}
      border="border-line"
    >
      <ul className="list-disc pl-5">
        {checks.map((check, at) => (
          <li key={at} className="wrap-anywhere">
            {describeCheck(check)}
          </li>
        ))}
      </ul>
    </Message>
  );
}

/** The JSON of a scenario, behind a button. */
export function ScenarioJson({ scenario }: { readonly scenario: TestBatch }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? JSON.stringify(scenario, undefined, 2) : '';
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-2">
      <summary className="cursor-pointer text-[13px] text-dim">JSON</summary>
      <div className="flex items-start gap-1">
        <pre className="mt-1 min-w-0 flex-1 rounded bg-raised p-2 font-mono text-[13px] leading-5 wrap-anywhere whitespace-pre-wrap">
          {text}
        </pre>
        <CopyButton label="Copy the JSON" text={text} />
      </div>
    </details>
  );
}
