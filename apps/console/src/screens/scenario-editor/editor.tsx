import { useBlocker } from '@tanstack/react-router';
import { Redo2, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConflictDialog } from './save/conflict-dialog.tsx';
import { JsonTab } from './json-tab.tsx';
import { OpenJsonContext } from './parts/kept-value.tsx';
import { Preview } from './preview.tsx';
import { SaveCard } from './save/save-card.tsx';
import { ConversationFields, ScenarioFields } from './scenario-fields.tsx';
import { TryPanel } from './try/try-panel.tsx';
import { TurnList } from './turn-list.tsx';
import { useEditor, type EditedScenario, type EditorState } from './use-editor.ts';
import { UserCard } from './user-card.tsx';
import { useSaving, type SavePlace } from './save/use-saving.ts';

interface EditorProps extends EditedScenario, SavePlace {
  /** What became of the last save. */
  readonly notice: string;
}

const TABS = ['form', 'json', 'preview'] as const;
type Tab = (typeof TABS)[number];

/** The editor of one scenario: form, JSON and preview, next to what saves and tries it. */
export function Editor(props: EditorProps): ReactNode {
  const { dataset, id } = props;
  const editor = useEditor(props);
  const saving = useSaving(editor, props);
  const [tab, setTab] = useState<Tab>(editor.json.isReadable ? 'form' : 'json');
  const { undo, redo, form, json } = editor;
  useKeys([
    { keys: 'Ctrl-s', label: 'Save', run: saving.save },
    { keys: 'Ctrl-z', label: 'Undo', run: undo, outsideText: true },
    { keys: 'Ctrl-Z', label: 'Redo (with Shift)', run: redo, outsideText: true },
  ]);
  const open = (next: Tab): void => {
    if (json.isReadable) setTab(next);
  };
  return (
    <OpenJsonContext value={() => setTab('json')}>
      <PageHead
        title={form.name || id || 'New scenario'}
        crumbs={
          <Crumbs dataset={dataset} isNewDataset={props.latest === null} isNew={id === undefined} />
        }
        actions={<HistoryButtons editor={editor} />}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="min-w-0">
          <Tabs
            label="How the scenario is shown"
            value={tab}
            onChange={open}
            tabs={[
              {
                value: 'form',
                label: 'Form',
                content: <Form editor={editor} isNew={id === undefined} />,
              },
              { value: 'json', label: 'JSON', content: <JsonTab editor={editor} /> },
              { value: 'preview', label: 'Preview', content: <Preview form={form} /> },
            ]}
          />
        </div>
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:grid-rows-[auto_minmax(0,1fr)]">
          <SaveCard {...{ editor, saving, dataset }} notice={props.notice} />
          <div className="min-w-0 xl:overflow-auto">
            <TryPanel editor={editor} />
          </div>
        </div>
      </div>
      {saving.conflict && <ConflictDialog {...saving.conflict} />}
      <LeaveDialog isDirty={editor.isDirty} />
    </OpenJsonContext>
  );
}

interface FormProps {
  readonly editor: EditorState;
  readonly isNew: boolean;
}

function Form({ editor, isNew }: FormProps): ReactNode {
  return (
    <div className="grid gap-4">
      <ScenarioFields {...{ editor, isNew }} />
      <TurnList editor={editor} />
      <UserCard editor={editor} />
      <ConversationFields editor={editor} />
    </div>
  );
}

interface CrumbsProps {
  readonly dataset: string;
  readonly isNewDataset: boolean;
  readonly isNew: boolean;
}

function Crumbs({ dataset, isNewDataset, isNew }: CrumbsProps): ReactNode {
  const what = isNew ? 'new scenario' : 'scenario';
  if (isNewDataset) return `${dataset} (new dataset) / ${what}`;
  return (
    <>
      <a href={`/console/datasets/${encodeURIComponent(dataset)}`} className="hover:underline">
        {dataset}
      </a>
      {` / ${what}`}
    </>
  );
}

function HistoryButtons({ editor }: { readonly editor: EditorState }): ReactNode {
  const { canUndo, canRedo, undo, redo } = editor;
  return (
    <>
      <Button disabled={!canUndo} onClick={undo} title="Ctrl+Z">
        <Undo2 size={15} aria-hidden />
        Undo
      </Button>
      <Button disabled={!canRedo} onClick={redo} title="Ctrl+Shift+Z">
        <Redo2 size={15} aria-hidden />
        Redo
      </Button>
    </>
  );
}

/** Warns before unsaved changes are left. They stay in this tab as a draft. */
function LeaveDialog({ isDirty }: { readonly isDirty: boolean }): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const isOpen = blocker.status === 'blocked';
  return (
    <Dialog
      title="Leave without saving?"
      description="Your changes are kept as a draft in this browser tab. They are lost when the tab is closed."
      open={isOpen}
      onOpenChange={() => blocker.reset?.()}
    >
      <div className="flex flex-wrap gap-2">
        <Button primary onClick={() => blocker.reset?.()}>
          Stay
        </Button>
        <Button onClick={() => blocker.proceed?.()}>Leave</Button>
      </div>
    </Dialog>
  );
}
