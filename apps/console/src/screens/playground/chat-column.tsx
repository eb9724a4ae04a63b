import { useState, type ReactNode } from 'react';
import { Autocomplete, type Suggestion } from '../../ui/autocomplete.tsx';
import { Button } from '../../ui/button.tsx';
import { AddToDataset } from '../../parts/dataset/add-to-dataset.tsx';
import type { ChatEntry } from './chat-entry.ts';
import { toScenario } from './chat-export.ts';
import { CurlDialog, ScenarioDialog } from './chat-export-dialogs.tsx';
import { ChatTranscript } from './chat-transcript.tsx';
import type { Chat } from './use-chat.ts';

interface ChatColumnProps {
  /** "Model" or "Second model". */
  readonly label: string;
  readonly chat: Chat;
  readonly model: string;
  readonly onModel: (model: string) => void;
  readonly models: readonly Suggestion[];
  readonly agent: { readonly url: string; readonly has_key: boolean };
}

/** A model and the conversation with it. */
export function ChatColumn({
  label,
  chat,
  model,
  onModel,
  models,
  agent,
}: ChatColumnProps): ReactNode {
  const [openDialog, setOpenDialog] = useState<'scenario' | 'curl'>();
  const { entries, isWriting, askAgain } = chat;
  const modelName = (id: string): string => models.find(({ value }) => value === id)?.label ?? id;
  const hide = (): void => setOpenDialog(undefined);
  return (
    <section
      aria-label={label}
      className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-surface"
    >
      <ColumnHead
        {...{ label, model, onModel, models }}
        name={modelName(model)}
        entries={entries}
        onShow={setOpenDialog}
      />
      {entries.length === 0 ? (
        <p className="m-auto p-6 text-center text-dim">No messages yet.</p>
      ) : (
        <ChatTranscript
          label={`Conversation with ${modelName(model)}`}
          modelName={modelName}
          entries={entries}
          isWriting={isWriting}
          onAskAgain={() => askAgain(model)}
        />
      )}
      <ScenarioDialog
        open={openDialog === 'scenario'}
        onClose={hide}
        entries={entries}
        target={{ endpoint: agent.url, model }}
      />
      <CurlDialog open={openDialog === 'curl'} onClose={hide} {...{ entries, model, agent }} />
    </section>
  );
}

interface ColumnHeadProps extends Pick<ChatColumnProps, 'label' | 'model' | 'onModel' | 'models'> {
  readonly name: string;
  readonly entries: readonly ChatEntry[];
  readonly onShow: (what: 'scenario' | 'curl') => void;
}

function ColumnHead(props: ColumnHeadProps): ReactNode {
  const { label, model, name, onModel, models, entries, onShow } = props;
  const isEmpty = entries.length === 0;
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-line p-2">
      <div className="grid min-w-40 flex-1 gap-1 max-lg:basis-full">
        <p aria-hidden className="truncate text-[13px]">
          <span className="font-medium">{label}</span>
          <span className="text-dim">{name === model ? '' : ` · ${name}`}</span>
        </p>
        <Autocomplete
          label={label}
          value={model}
          onChange={onModel}
          suggestions={models}
          placeholder="Choose or write a model"
        />
      </div>
      <AddToDataset
        disabled={isEmpty}
        description="Your messages, with the replies as references."
        makeScenario={async () => ({ ...toScenario('', entries) })}
      >
        <span>
          <span className="max-lg:sr-only">Add to </span>dataset
        </span>
      </AddToDataset>
      <Button disabled={isEmpty} onClick={() => onShow('scenario')}>
        <span>
          <span className="max-lg:sr-only">Save as </span>scenario
        </span>
      </Button>
      <Button disabled={isEmpty} onClick={() => onShow('curl')}>
        <span>
          <span className="max-lg:sr-only">Copy as </span>curl
        </span>
      </Button>
    </div>
  );
}
