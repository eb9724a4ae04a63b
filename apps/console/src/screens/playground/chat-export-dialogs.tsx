import { formatMany } from '@fairtrial/format';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { appendScenario, BATCH_DRAFT } from '../../batch/append-scenario.ts';
import { readDraft, writeDraft } from '../../data/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, INPUT } from '../../ui/field.tsx';
import { toMessages, type ChatEntry } from './chat-entry.ts';
import { toCurl, toScenario } from './chat-export.ts';

interface CurlDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly entries: readonly ChatEntry[];
  readonly model: string;
  readonly agent: { readonly url: string; readonly has_key: boolean };
}

/** Shows the last question as a curl command. */
export function CurlDialog({ open, onClose, entries, model, agent }: CurlDialogProps): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const question = entries.slice(0, entries.findLastIndex(({ from }) => from === 'user') + 1);
  const messages = toMessages(question);
  const command = toCurl({ url: agent.url, model, messages, hasKey: agent.has_key });
  const copy = async (): Promise<void> => {
    // Pages served over plain HTTP by another machine have no clipboard; the text can be selected.
    await window.navigator.clipboard?.writeText(command);
    setCopied(window.navigator.clipboard !== undefined);
  };
  return (
    <Dialog
      title="Copy as curl"
      description="The last message as a shell command."
      open={open}
      onOpenChange={() => {
        setCopied(false);
        onClose();
      }}
    >
      <pre
        tabIndex={0}
        aria-label="Command"
        className="max-h-72 overflow-auto rounded-md border border-line bg-bg p-3 font-mono text-[13px] select-all"
      >
        {command}
      </pre>
      <div className="mt-3 flex items-center gap-3">
        <Button primary onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status" className="text-ok">
          {isCopied && '✓ Copied'}
        </span>
      </div>
    </Dialog>
  );
}

interface ScenarioDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly entries: readonly ChatEntry[];
  readonly target: { readonly endpoint: string; readonly model: string };
}

/** Saves the conversation as a scenario with its replies as references. */
export function ScenarioDialog({ open, onClose, entries, target }: ScenarioDialogProps): ReactNode {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const scenario = toScenario(name.trim() || 'chat', entries);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    writeDraft(BATCH_DRAFT, appendScenario(readDraft(BATCH_DRAFT), scenario));
    void navigate({ to: '/console/new', search: target });
  };
  return (
    <Dialog
      title="Save as scenario"
      description={`${formatMany(scenario.interactions.length, 'turn')}: your messages, with the replies as references.`}
      open={open}
      onOpenChange={onClose}
    >
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field label="Name">
          {(ids) => (
            <input
              {...ids}
              value={name}
              onChange={({ target: field }) => setName(field.value)}
              placeholder="chat"
              className={INPUT}
            />
          )}
        </Field>
        <div className="flex gap-2">
          <Button primary type="submit">
            Add to a new run
          </Button>
          <Button onClick={() => download(scenario.name, appendScenario('', scenario))}>
            Download
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replaceAll(/[^\w-]+/g, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
