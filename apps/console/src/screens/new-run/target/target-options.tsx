import type { FieldError, StoredTarget } from '@fairtrial/contracts';
import { isTemplate } from '@fairtrial/contracts/plain';
import { useState, type ReactNode } from 'react';
import type { BatchRequest } from '../../../batch/batch-types.ts';
import { ChoiceField, Field } from '../../../ui/field.tsx';
import {
  HISTORIES,
  PROTOCOLS,
  type HistoryChoice,
  type ProtocolChoice,
} from '../new-run-search.ts';
import type { RunForm } from '../run-form.ts';
import { copyTarget, type TargetFields } from './choose-target.ts';
import { CodeField } from './form-fields.tsx';
import { OwnRequestPanel } from './own-request-panel.tsx';
import { toTarget } from './own-request.ts';
import { StoredTargetPanel } from './stored-target-panel.tsx';

export interface TargetOptionsProps {
  readonly form: RunForm;
  readonly onChange: (change: Partial<RunForm>) => void;
  readonly batch: BatchRequest | undefined;
  readonly targets: readonly StoredTarget[];
  /** Errors of the service in the fields of the form. */
  readonly errors: readonly FieldError[];
}

const PROTOCOL_LABELS: Readonly<Record<ProtocolChoice, string>> = {
  auto: 'by the address',
  openai: 'OpenAI chat completions',
  responses: 'OpenAI Responses',
  agent: 'agent backend',
  prompt: 'a prompt as text',
};

const HISTORY_LABELS: Readonly<Record<HistoryChoice, string>> = {
  live: 'the replies of the model',
  reference: 'the reference replies',
  none: 'nothing',
};

/** Settings for calling the endpoint and reading its responses. Collapsed, because most endpoints need none of them. */
export function TargetOptions(props: TargetOptionsProps): ReactNode {
  const { form, onChange } = props;
  const [isOpen, setOpen] = useState(() => !isUntouched(form));
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-3"
    >
      <summary className="w-fit cursor-pointer text-[13px] font-medium">
        How to call it, history and system prompt
        <span className="text-dim">{describeChoice(form)}</span>
      </summary>
      <div className="mt-2 grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <CallChoice {...props} />
          <AddressFields {...props} />
          <ChoiceField
            label="History"
            hint="The earlier turns that each turn sends."
            options={[
              ['', 'as in the batch'],
              ...HISTORIES.map((value) => [value, HISTORY_LABELS[value]] as const),
            ]}
            value={form.history ?? ''}
            onChange={(history) => onChange({ history: history === '' ? undefined : history })}
          />
        </div>
        <ChosenTarget {...props} />
        <SystemPrompt form={form} onChange={onChange} />
      </div>
    </details>
  );
}

function isUntouched({ protocol, history, reply, systemPrompt, target, own }: RunForm): boolean {
  return `${protocol ?? ''}${history ?? ''}${reply}${systemPrompt}${target}` === '' && !own.isUsed;
}

function describeChoice({ target, own, reply }: TargetFields): string {
  if (target !== '') return ` · ${target}`;
  if (own.isUsed) return ` · own request`;
  return reply === '' ? '' : ` · reply at ${reply}`;
}

/** Before the name of a stored target, so that no name is taken for another option. */
const STORED = 'stored:';

/** The address, an own request, or one of the stored targets. */
function CallChoice({ form, onChange, batch, targets }: TargetOptionsProps): ReactNode {
  const { target, own } = form;
  const names = targets.map(({ name }) => name);
  const stored = target === '' || names.includes(target) ? names : [...names, target];
  const byAddress = batch?.['target'] === undefined ? 'by the address' : 'as in the batch';
  return (
    <ChoiceField
      label="How to call it"
      hint="An own request is for APIs that are not known to Fairtrial."
      options={[
        ['address', byAddress],
        ['own', 'own request'],
        ...stored.map((name) => [`${STORED}${name}`, name] as const),
      ]}
      value={target === '' ? (own.isUsed ? 'own' : 'address') : `${STORED}${target}`}
      onChange={(value) =>
        onChange({
          target: value.startsWith(STORED) ? value.slice(STORED.length) : '',
          own: { ...own, isUsed: value === 'own' },
        })
      }
    />
  );
}

/** The protocol, unless the target describes the request itself; and the path of the reply, unless the target has it. */
function AddressFields({ form, onChange, targets }: TargetOptionsProps): ReactNode {
  const { target, own, protocol, reply } = form;
  const stored = targets.find(({ name }) => name === target)?.target;
  const described = target === '' ? (own.isUsed ? toTarget(own) : undefined) : stored;
  const isAddress = target === '' && !own.isUsed;
  return (
    <>
      {!(described && isTemplate(described)) && (
        <ChoiceField
          label="Protocol"
          hint="The protocol of the endpoint."
          options={[
            ['', 'as in the batch'],
            ...PROTOCOLS.map((value) => [value, PROTOCOL_LABELS[value]] as const),
          ]}
          value={protocol ?? ''}
          onChange={(next) => onChange({ protocol: next === '' ? undefined : next })}
        />
      )}
      {isAddress && (
        <CodeField
          label="Path of the reply"
          hint="A JSON Pointer into the answer. If empty, known reply shapes are tried."
          value={reply}
          placeholder="/data/answer"
          onChange={(next) => onChange({ reply: next })}
        />
      )}
    </>
  );
}

/** The own request or the stored target that is chosen. */
function ChosenTarget({ form, onChange, targets, errors }: TargetOptionsProps): ReactNode {
  const { target, own } = form;
  const stored = targets.find(({ name }) => name === target);
  if (stored !== undefined) {
    return (
      <StoredTargetPanel
        stored={stored}
        onEdit={() => onChange({ target: '', own: copyTarget(form, stored.target) ?? own })}
        onDelete={() => onChange({ target: '' })}
      />
    );
  }
  if (target !== '' || !own.isUsed) return null;
  return (
    <OwnRequestPanel
      own={own}
      onChange={(change) => onChange({ own: { ...own, ...change } })}
      targets={targets}
      errors={errors}
      onSave={(name) => onChange({ target: name, own: { ...own, isUsed: false } })}
    />
  );
}

function SystemPrompt({
  form,
  onChange,
}: Pick<TargetOptionsProps, 'form' | 'onChange'>): ReactNode {
  return (
    <Field label="System prompt" hint="The first message of every conversation.">
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
