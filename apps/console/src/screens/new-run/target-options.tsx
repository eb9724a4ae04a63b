import { useState, type ReactNode } from 'react';
import { Field, INPUT } from '../../ui/field.tsx';
import { HISTORIES, PROTOCOLS, type HistoryChoice, type ProtocolChoice } from './new-run-search.ts';
import type { RunForm } from './run-form.ts';

interface TargetOptionsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
}

const PROTOCOL_LABELS: Readonly<Record<ProtocolChoice, string>> = {
  auto: 'by the address',
  openai: 'OpenAI chat completions',
  agent: 'agent backend',
  prompt: 'a prompt as text',
};

const HISTORY_LABELS: Readonly<Record<HistoryChoice, string>> = {
  live: 'the replies of the model',
  reference: 'the reference replies',
  none: 'nothing',
};

/** Settings for calling the endpoint and reading its responses. Collapsed, because most endpoints need none of them. */
export function TargetOptions({ form, onChange }: TargetOptionsProps): ReactNode {
  const [isOpen, setOpen] = useState(
    () => `${form.protocol ?? ''}${form.history ?? ''}${form.reply}${form.systemPrompt}` !== '',
  );
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-2"
    >
      <summary className="w-fit cursor-pointer text-[13px] font-medium">
        Protocol, reply, history and system prompt
        {form.reply !== '' && <span className="text-dim"> · reply at {form.reply}</span>}
      </summary>
      <div className="mt-2 grid gap-3 sm:grid-cols-3">
        <Choice
          label="Protocol"
          hint="The protocol of the endpoint."
          options={PROTOCOLS.map((value) => [value, PROTOCOL_LABELS[value]])}
          value={form.protocol}
          onChange={(protocol) => onChange({ protocol })}
        />
        <Field
          label="Path of the reply"
          hint="A JSON Pointer into the answer. If empty, known reply shapes are tried."
        >
          {(ids) => (
            <input
              {...ids}
              value={form.reply}
              onChange={({ target }) => onChange({ reply: target.value })}
              placeholder="/data/answer"
              className={`${INPUT} font-mono text-[13px]`}
            />
          )}
        </Field>
        <Choice
          label="History"
          hint="The earlier turns that each turn sends."
          options={HISTORIES.map((value) => [value, HISTORY_LABELS[value]])}
          value={form.history}
          onChange={(history) => onChange({ history })}
        />
        <SystemPrompt form={form} onChange={onChange} />
      </div>
    </details>
  );
}

function SystemPrompt({ form, onChange }: TargetOptionsProps): ReactNode {
  return (
    <Field
      label="System prompt"
      hint="The first message of every conversation."
      className="sm:col-span-3"
    >
      {(ids) => (
        <textarea
          {...ids}
          rows={3}
          value={form.systemPrompt}
          onChange={({ target }) => onChange({ systemPrompt: target.value })}
          placeholder="as in the batch"
          className="w-full rounded-md border border-line bg-bg px-3 py-2"
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

/** A choice from a few options, or the value of the batch. */
function Choice<Value extends string>(props: ChoiceProps<Value>): ReactNode {
  const { label, hint, options, value, onChange } = props;
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <select
          {...ids}
          className={INPUT}
          value={value ?? ''}
          onChange={({ target }) =>
            onChange(options.find(([option]) => option === target.value)?.[0])
          }
        >
          <option value="">as in the batch</option>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
