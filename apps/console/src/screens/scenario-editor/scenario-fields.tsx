import { X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import { SourceLink } from '../../parts/dataset/source-link.tsx';
import { Field, INPUT } from '../../ui/field.tsx';
import { makeId } from './form/make-id.ts';
import { splitNames } from './form/check-form.ts';
import { listKept } from './form/scenario-form.ts';
import { CheckList } from './checks/check-list.tsx';
import { More } from './parts/more.tsx';
import { KeptValue } from './parts/kept-value.tsx';
import { AreaField, TextField } from './parts/text-fields.tsx';
import type { EditorState } from './use-editor.ts';

interface ScenarioFieldsProps {
  readonly editor: EditorState;
  readonly isNew: boolean;
}

/** What the scenario is about: name, description, tags. */
export function ScenarioFields({ editor, isNew }: ScenarioFieldsProps): ReactNode {
  const { form, faults, edit } = editor;
  const kept = listKept(form);
  return (
    <Card title="Scenario">
      <div className="grid gap-3">
        <TextField
          label="Name"
          value={form.name}
          fault={faults.name}
          example="Lost card, customer is abroad"
          onChange={(name) => edit({ name }, 'name')}
        />
        <AreaField
          label="Description"
          value={form.description}
          hint="For people. Models do not see it."
          onChange={(description) => edit({ description }, 'description')}
        />
        <TagsField tags={form.tags} fault={faults.tags} onChange={(tags) => edit({ tags })} />
        <SourceLink scenario={editor.scenario} />
        <More title="More" needsAttention={faults.id !== undefined}>
          <IdField {...{ editor, isNew }} />
          {kept && <KeptValue title="Other fields" value={kept} />}
        </More>
      </div>
    </Card>
  );
}

/** A new scenario has an id that is made from its name, unless another one is typed. */
function IdField({ editor: { form, faults, edit }, isNew }: ScenarioFieldsProps): ReactNode {
  return (
    <Field
      label="Id"
      fault={faults.id}
      hint={
        isNew
          ? 'Made from the name, with a number if it is taken. Runs are compared by it.'
          : 'Runs are compared by it, so it cannot be changed.'
      }
    >
      {(ids) => (
        <input
          {...ids}
          value={form.id}
          readOnly={!isNew}
          placeholder={makeId(form.name)}
          spellCheck={false}
          onChange={({ target }) => edit({ id: target.value }, 'id')}
          className={`${INPUT} font-mono text-[13px] read-only:bg-raised`}
        />
      )}
    </Field>
  );
}

interface TagsFieldProps {
  readonly tags: readonly string[];
  readonly fault: string | undefined;
  readonly onChange: (tags: readonly string[]) => void;
}

/** Tags, added with Enter or a comma. */
function TagsField({ tags, fault, onChange }: TagsFieldProps): ReactNode {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const more = splitNames(typed).filter((tag) => !tags.includes(tag));
    setTyped('');
    if (more.length > 0) onChange([...tags, ...new Set(more)]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    }
  };
  return (
    <Field
      label="Tags"
      fault={fault}
      hint="Enter adds a tag. You can run only the scenarios with a certain tag."
    >
      {(ids) => (
        <div className="flex flex-wrap items-center gap-1.5 rounded-md border border-line bg-bg p-1 focus-within:outline-2 focus-within:outline-accent">
          {tags.map((tag, at) => (
            <span
              key={at}
              className="inline-flex max-w-full items-center gap-1 rounded bg-raised pl-2 wrap-anywhere"
            >
              {tag}
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => onChange(tags.toSpliced(at, 1))}
                className="inline-flex size-6 shrink-0 items-center justify-center rounded hover:bg-line"
              >
                <X size={13} aria-hidden />
              </button>
            </span>
          ))}
          <input
            {...ids}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKeyDown}
            onBlur={add}
            placeholder={tags.length === 0 ? 'For example: cards' : undefined}
            className="h-7 min-w-32 flex-1 bg-transparent px-2 outline-none"
          />
        </div>
      )}
    </Field>
  );
}

/** The checks of the whole conversation. */
export function ConversationFields({ editor }: Pick<ScenarioFieldsProps, 'editor'>): ReactNode {
  const { form, faults, edit } = editor;
  return (
    <Card title="Whole conversation">
      <CheckList
        title="Checks of the whole conversation"
        hint="What must hold over all turns together."
        scope="conversation"
        checks={form.checks}
        faults={faults.checks}
        onChange={(checks, field) => edit({ checks }, field && `conversation ${field}`)}
      />
    </Card>
  );
}
