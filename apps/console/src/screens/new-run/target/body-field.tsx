import type { Placeholder } from '@fairtrial/contracts';
import { useId, useRef, type ReactNode } from 'react';
import type { LineFinding } from '../../../batch/batch-types.ts';
import { JsonEditor, type EditorHandle } from '../../../parts/json-editor.tsx';
import { quotePlaceholder } from './own-request.ts';

interface BodyFieldProps {
  readonly label: string;
  readonly visibleLines: number;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly findings: readonly LineFinding[];
  /** True if placeholders are listed next to it. */
  readonly hasPlaceholders: boolean;
}

/** The JSON body of a request, with its mistakes by line. */
export function BodyField(props: BodyFieldProps): ReactNode {
  const { label, visibleLines, text, onChange, findings, hasPlaceholders } = props;
  const editor = useRef<EditorHandle>(null);
  const findingsId = useId();
  return (
    <div className="grid gap-1">
      <span className="text-[13px] font-medium" aria-hidden>
        {label}
      </span>
      <div className={`grid gap-3 ${hasPlaceholders ? 'lg:grid-cols-[minmax(0,1fr)_22rem]' : ''}`}>
        <div className="min-w-0">
          <JsonEditor
            ref={editor}
            {...{ label, visibleLines, text, onChange, findings }}
            placeholder="no body"
            describedBy={findingsId}
          />
          <FindingList
            id={findingsId}
            findings={findings}
            onGoTo={(line) => editor.current?.goTo(line)}
          />
        </div>
        {hasPlaceholders && (
          <Placeholders
            onInsert={(placeholder) =>
              editor.current?.insert((before) => quotePlaceholder(placeholder, before))
            }
          />
        )}
      </div>
    </div>
  );
}

interface FindingListProps {
  readonly id: string;
  readonly findings: readonly LineFinding[];
  readonly onGoTo: (line: number) => void;
}

function FindingList({ id, findings, onGoTo }: FindingListProps): ReactNode {
  return (
    <div id={id} role="status">
      {findings.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {findings.map(({ line, text }) => (
            <li key={`${line} ${text}`}>
              <button
                type="button"
                onClick={() => onGoTo(line)}
                className="rounded-md px-2 py-1 text-left text-[13px] wrap-anywhere text-bad hover:bg-raised"
              >
                ✗ line {line}: {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MEANINGS: Readonly<Record<Placeholder, string>> = {
  user_message: 'the message of this turn',
  messages: 'all messages so far, as a list',
  transcript: 'all messages so far, as text',
  system_prompt: 'the system prompt',
  session: 'the id of the session',
  model: 'the model',
  attempt: 'the number of the attempt, from 0',
  turn: 'the number of the turn, from 0',
  run_id: 'the id of the run',
};

interface PlaceholdersProps {
  readonly onInsert: (placeholder: string) => void;
}

/** The values that a body can contain. A click inserts one. */
function Placeholders({ onInsert }: PlaceholdersProps): ReactNode {
  return (
    <ul aria-label="Insert into the body" className="grid content-start text-[13px]">
      {Object.entries(MEANINGS).map(([name, meaning]) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onInsert(`{{${name}}}`)}
            className="group w-full rounded px-2 py-[3px] text-left hover:bg-raised"
          >
            <code className="rounded bg-raised px-1 font-mono text-accent group-hover:underline">{`{{${name}}}`}</code>{' '}
            <span className="text-dim">{meaning}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
