import type { CheckType } from '@fairtrial/contracts/plain';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT } from '../../../ui/field.tsx';
import type { CheckFaults, CheckScope } from '../form/check-faults.ts';
import type { CheckForm, FieldType, JsonField } from '../form/check-form.ts';
import { checkWords } from '../form/check-words.ts';
import { AreaField, Checkbox, TextField } from '../parts/text-fields.tsx';
import { ToolsFields } from './tools-fields.tsx';

interface CheckFieldsProps {
  readonly type: CheckType;
  readonly scope: CheckScope;
  readonly check: CheckForm;
  readonly faults: CheckFaults;
  readonly onChange: (check: CheckForm, field?: string) => void;
}

/** The fields of one type of check. */
export function CheckFields({ type, scope, check, faults, onChange }: CheckFieldsProps): ReactNode {
  if (type === 'tools') return <ToolsFields {...{ check, faults, onChange }} />;
  if (type === 'json_schema') {
    const onFields = (fields: readonly JsonField[], field?: string): void =>
      onChange({ ...check, fields }, field);
    return <JsonFields fields={check.fields} fault={faults.fields} onChange={onFields} />;
  }
  const { label, hint, example } = checkWords(type, scope);
  const field = {
    label,
    hint,
    example,
    value: check.value,
    fault: faults.value,
    onChange: (value: string) => onChange({ ...check, value }, 'value'),
  };
  if (type === 'text' || type === 'never') return <AreaField {...field} />;
  const isNumber = type === 'max_words' || type === 'latency_ms';
  return (
    <div className="grid gap-2">
      <TextField {...field} isCode={type === 'regex'} isNumber={isNumber} />
      {(type === 'contains' || type === 'not_contains') && (
        <Checkbox
          label="Upper and lower case must match"
          isChecked={check.isCaseSensitive}
          onChange={(isCaseSensitive) => onChange({ ...check, isCaseSensitive })}
        />
      )}
    </div>
  );
}

const TYPE_NAMES: readonly (readonly [FieldType, string])[] = [
  ['string', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Yes or no'],
  ['array', 'List'],
  ['object', 'Object'],
];

interface JsonFieldsProps {
  readonly fields: readonly JsonField[];
  readonly fault: string | undefined;
  readonly onChange: (fields: readonly JsonField[], field?: string) => void;
}

/** The fields that a JSON reply must have. */
function JsonFields({ fields, fault, onChange }: JsonFieldsProps): ReactNode {
  const { hint } = checkWords('json_schema', 'reply');
  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="text-[13px] text-dim">{hint}</p>
      {fields.map((field, at) => (
        <div key={at} className="grid w-full grid-cols-[minmax(0,1fr)_8rem_auto] gap-2">
          <input
            aria-label={`Name of field ${at + 1}`}
            value={field.name}
            onChange={({ target }) =>
              onChange(fields.with(at, { ...field, name: target.value }), `json ${at}`)
            }
            placeholder="For example: total"
            className={INPUT}
          />
          <select
            aria-label={`Type of field ${at + 1}`}
            value={field.type}
            onChange={({ target }) => {
              const chosen = TYPE_NAMES.find(([type]) => type === target.value);
              if (chosen) onChange(fields.with(at, { ...field, type: chosen[0] }));
            }}
            className={INPUT}
          >
            {TYPE_NAMES.map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </select>
          <Button
            aria-label={`Remove field ${at + 1}`}
            onClick={() => onChange(fields.toSpliced(at, 1))}
          >
            <X size={15} aria-hidden />
          </Button>
        </div>
      ))}
      {fault !== undefined && <p className="text-[13px] text-bad">✗ {fault}</p>}
      <Button
        className="h-7! px-2! text-xs"
        onClick={() => onChange([...fields, { name: '', type: 'string' }])}
      >
        Add field
      </Button>
    </div>
  );
}
