import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChoiceField, INPUT } from '../../../ui/field.tsx';
import type { CheckFaults } from '../form/check-faults.ts';
import type { CallOrder, CheckForm, ExpectedCallForm } from '../form/check-form.ts';
import { checkWords } from '../form/check-words.ts';
import { RowList } from '../parts/row-list.tsx';
import { TextField } from '../parts/text-fields.tsx';

const ORDERS: readonly (readonly [CallOrder, string])[] = [
  ['any', 'In any order, other calls are allowed'],
  ['in_order', 'In this order, other calls are allowed in between'],
  ['exact', 'Exactly these calls in this order'],
];

interface ToolsFieldsProps {
  readonly check: CheckForm;
  readonly faults: CheckFaults;
  readonly onChange: (check: CheckForm, field?: string) => void;
}

/** Which tools must be called, and which must not. */
export function ToolsFields({ check, faults, onChange }: ToolsFieldsProps): ReactNode {
  const { calls } = check;
  const { hint } = checkWords('tools', 'reply');
  const changeCall = (at: number, call: ExpectedCallForm, field?: string): void =>
    onChange({ ...check, calls: calls.with(at, call) }, field && `call ${at} ${field}`);
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-start gap-1.5">
        <p className="text-[13px] text-dim">{hint}</p>
        {calls.map((call, at) => (
          <ExpectedCall
            key={at}
            number={at + 1}
            call={call}
            onChange={(next, field) => changeCall(at, next, field)}
            onRemove={() => onChange({ ...check, calls: calls.toSpliced(at, 1) })}
          />
        ))}
        {faults.calls !== undefined && <p className="text-[13px] text-bad">✗ {faults.calls}</p>}
        <Button
          className="h-7! px-2! text-xs"
          onClick={() => onChange({ ...check, calls: [...calls, { name: '', rows: [] }] })}
        >
          Add call
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <ChoiceField
          label="Order of the calls"
          options={ORDERS}
          value={check.order}
          onChange={(order) => onChange({ ...check, order })}
        />
        <TextField
          label="At most this many calls"
          isNumber
          value={check.maxCalls}
          fault={faults.maxCalls}
          hint="Empty: any number. 0 forbids all tool calls."
          onChange={(maxCalls) => onChange({ ...check, maxCalls }, 'maxCalls')}
        />
        <TextField
          label="Tools that must not be called"
          isCode
          className="sm:col-span-2"
          value={check.forbidden}
          fault={faults.forbidden}
          hint="Names, separated by commas."
          example="delete_card, transfer_money"
          onChange={(forbidden) => onChange({ ...check, forbidden }, 'forbidden')}
        />
      </div>
    </div>
  );
}

interface ExpectedCallProps {
  readonly number: number;
  readonly call: ExpectedCallForm;
  readonly onChange: (call: ExpectedCallForm, field?: string) => void;
  readonly onRemove: () => void;
}

function ExpectedCall({ number, call, onChange, onRemove }: ExpectedCallProps): ReactNode {
  return (
    <div
      role="group"
      aria-label={`Call ${number}`}
      className="grid w-full gap-2 border-l-2 border-line pl-3"
    >
      <div className="flex gap-2">
        <input
          aria-label={`Tool of call ${number}`}
          value={call.name}
          onChange={({ target }) => onChange({ ...call, name: target.value }, 'name')}
          placeholder="For example: block_card"
          spellCheck={false}
          className={`${INPUT} font-mono text-[13px]`}
        />
        <Button aria-label={`Remove call ${number}`} onClick={onRemove}>
          <X size={15} aria-hidden />
        </Button>
      </div>
      <RowList
        what="argument"
        title="Arguments"
        rows={call.rows}
        faults={NO_FAULTS}
        onChange={(rows, field) => onChange({ ...call, rows }, field)}
      />
    </div>
  );
}

/** The faults of arguments are shown below all calls. */
const NO_FAULTS: ReadonlyMap<number, string> = new Map();
