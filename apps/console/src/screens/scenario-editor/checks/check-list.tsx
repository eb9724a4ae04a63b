import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { CheckFaults, CheckScope } from '../form/check-faults.ts';
import { newCheck, type CheckForm } from '../form/check-form.ts';
import { checkWords, listCheckChoices } from '../form/check-words.ts';
import { MAX_CHECKS } from '../form/scenario-faults.ts';
import { nextKey } from '../form/scenario-form.ts';
import { More } from '../parts/more.tsx';
import { KeptValue } from '../parts/kept-value.tsx';
import { ChoiceField } from '../../../ui/field.tsx';
import { Checkbox, TextField } from '../parts/text-fields.tsx';
import { CheckFields } from './check-fields.tsx';

interface CheckListProps {
  readonly title: string;
  readonly hint: string;
  readonly scope: CheckScope;
  readonly checks: readonly CheckForm[];
  readonly faults: readonly CheckFaults[];
  readonly onChange: (checks: readonly CheckForm[], field?: string) => void;
}

/** The checks of a turn or of the whole conversation. */
export function CheckList(props: CheckListProps): ReactNode {
  const { title, hint, scope, checks, faults, onChange } = props;
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<CheckForm>();
  useEffect(() => {
    if (added === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-check="${added.key}"] textarea`)?.focus();
  }, [added]);
  const add = (): void => {
    const check = newCheck(nextKey(checks));
    onChange([...checks, check]);
    setAdded(check);
  };
  return (
    <div ref={list} role="group" aria-label={title} className="grid justify-items-start gap-2">
      <p className="text-[13px]">
        <span className="font-medium">{title}</span> <span className="text-dim">{hint}</span>
      </p>
      {checks.map((check, at) => (
        <CheckItem
          key={check.key}
          number={at + 1}
          scope={scope}
          check={check}
          faults={faults[at] ?? {}}
          onChange={(next, field) =>
            onChange(checks.with(at, next), field && `check ${check.key} ${field}`)
          }
          onRemove={() => onChange(checks.toSpliced(at, 1))}
        />
      ))}
      <Button className="h-7! px-2! text-xs" disabled={checks.length >= MAX_CHECKS} onClick={add}>
        Add check
      </Button>
    </div>
  );
}

interface CheckItemProps {
  readonly number: number;
  readonly scope: CheckScope;
  readonly check: CheckForm;
  readonly faults: CheckFaults;
  readonly onChange: (check: CheckForm, field?: string) => void;
  readonly onRemove: () => void;
}

function CheckItem(props: CheckItemProps): ReactNode {
  const { number, scope, check, faults, onChange, onRemove } = props;
  const { type } = check;
  const choices = listCheckChoices(scope);
  // A check that is in the wrong place keeps its name in the list.
  const isListed = choices.some(([one]) => one === type);
  return (
    <div
      role="group"
      aria-label={`Check ${number}`}
      data-check={check.key}
      className="grid w-full gap-2 rounded-md border border-line p-2"
    >
      <div className="flex items-start gap-2">
        {type === 'kept' ? (
          <div className="min-w-0 flex-1">
            <KeptValue title={`Check ${number}`} value={check.source} fault={faults.type} />
          </div>
        ) : (
          <ChoiceField
            label={`Check ${number}`}
            className="flex-1"
            options={isListed ? choices : [...choices, [type, checkWords(type, scope).choice]]}
            value={type}
            fault={faults.type}
            onChange={(next) => onChange({ ...check, type: next })}
          />
        )}
        <Button aria-label={`Remove check ${number}`} className="mt-6" onClick={onRemove}>
          <X size={15} aria-hidden />
        </Button>
      </div>
      {type !== 'kept' && (
        <>
          <CheckFields {...{ scope, check, faults, onChange, type }} />
          <MoreOfCheck {...{ check, faults, onChange }} />
        </>
      )}
    </div>
  );
}

function MoreOfCheck({
  check,
  faults,
  onChange,
}: Pick<CheckItemProps, 'check' | 'faults' | 'onChange'>): ReactNode {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <Checkbox
        label="Required to pass"
        isChecked={!check.isOptional}
        onChange={(isRequired) => onChange({ ...check, isOptional: !isRequired })}
      />
      <More
        className="basis-60"
        title={check.id === '' ? 'Id for gates' : `Id for gates: ${check.id}`}
        needsAttention={faults.id !== undefined}
      >
        <TextField
          label="Id"
          isCode
          value={check.id}
          fault={faults.id}
          hint="Names the check in gates, for example checks.asks-first >= 0.95."
          onChange={(id) => onChange({ ...check, id }, 'id')}
        />
      </More>
    </div>
  );
}
