import type { ConversationHead } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { compact, type Changes } from '../../format/read-fields.ts';
import { FilterInput, FilterSelect, listOptions } from '../../parts/filter-input.tsx';
import type { ConversationsSearch } from './conversations-search.ts';

interface ConversationsFilterProps {
  readonly search: ConversationsSearch;
  /** The loaded conversations, whose models and tools can be chosen. */
  readonly conversations: readonly ConversationHead[];
  readonly onChange: (search: ConversationsSearch) => void;
}

const OUTCOME_OPTIONS = [
  { value: 'failed', label: 'Failed' },
  { value: 'ok', label: 'Not failed' },
] as const;

/** Filters conversations by words of their messages, model, tool, failure and day. */
export function ConversationsFilter(props: ConversationsFilterProps): ReactNode {
  const { search, conversations, onChange } = props;
  const change = (next: Changes<ConversationsSearch>): void =>
    onChange(compact({ ...search, ...next, row: undefined }));
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <FilterInput
        label="Words of the messages"
        placeholder="Words of the messages   ( / )"
        value={search.q ?? ''}
        onChange={(text) => change({ q: text || undefined })}
      />
      <FilterSelect
        label="Model"
        any="Any model"
        options={listOptions([search.model, ...conversations.flatMap(({ models }) => models)])}
        value={search.model}
        onChange={(model) => change({ model })}
      />
      <FilterSelect
        label="Tool"
        any="Any tool"
        options={listOptions([search.tool, ...conversations.flatMap(({ tools }) => tools)])}
        value={search.tool}
        onChange={(tool) => change({ tool })}
      />
      <FilterSelect
        label="Outcome"
        any="Failed or not"
        options={OUTCOME_OPTIONS}
        value={search.outcome}
        onChange={(outcome) => change({ outcome })}
      />
      <DayInput label="From" value={search.from} onChange={(from) => change({ from })} />
      <DayInput label="To" value={search.to} onChange={(to) => change({ to })} />
    </div>
  );
}

interface DayInputProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

function DayInput({ label, value, onChange }: DayInputProps): ReactNode {
  return (
    <label className="flex h-9 items-center gap-2 rounded-md border border-line bg-surface px-3">
      <span className="text-dim">{label}</span>
      <input
        type="date"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="min-w-0 bg-transparent"
      />
    </label>
  );
}
