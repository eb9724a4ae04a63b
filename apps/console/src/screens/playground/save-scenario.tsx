import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { appendScenario, BATCH_DRAFT } from '../../batch/append-scenario.ts';
import { readDraft, writeDraft } from '../../data/use-draft.ts';
import { formatMany } from '../../format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, INPUT } from '../../ui/field.tsx';
import type { ChatEntry } from './chat-entry.ts';
import { toScenario } from './to-scenario.ts';

interface SaveScenarioProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly entries: readonly ChatEntry[];
  readonly target: { readonly endpoint: string; readonly model: string };
}

/** A conversation that went well becomes one that is checked from now on. */
export function SaveScenario({ open, onClose, entries, target }: SaveScenarioProps): ReactNode {
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
      description={`${formatMany(scenario.interactions.length, 'turn')}: what you asked, with the replies as reference.`}
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
