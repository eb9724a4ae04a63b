import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT } from '../../../ui/field.tsx';
import { changeKind, NEW_ROW, type LabelRow, type RowKind } from '../form/label-rows.ts';

interface RowListProps {
  /** What a row is: "label". */
  readonly what: string;
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly LabelRow[];
  /** What is wrong, by the position of the row. */
  readonly faults: ReadonlyMap<number, string>;
  readonly onChange: (rows: readonly LabelRow[], field?: string) => void;
}

/** Names and values, one per row. */
export function RowList({ what, title, hint, rows, faults, onChange }: RowListProps): ReactNode {
  const changeRow = (at: number, row: LabelRow, field?: string): void =>
    onChange(rows.with(at, row), field);
  return (
    <div role="group" aria-label={title} className="grid justify-items-start gap-1.5">
      <p className="text-[13px]">
        <span className="font-medium">{title}</span>{' '}
        {hint && <span className="text-dim">{hint}</span>}
      </p>
      {rows.map((row, at) => (
        <div key={at} className="grid w-full gap-1">
          <div className="grid w-full grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1fr)_auto] gap-2 max-sm:grid-cols-[minmax(0,1fr)_6.5rem]">
            <input
              aria-label={`Name of ${what} ${at + 1}`}
              aria-invalid={faults.has(at) || undefined}
              value={row.name}
              onChange={({ target }) => changeRow(at, { ...row, name: target.value }, `name ${at}`)}
              placeholder="Name"
              className={`${INPUT} aria-invalid:border-bad`}
            />
            <KindSelect
              label={`Kind of ${what} ${at + 1}`}
              kind={row.kind}
              onChange={(kind) => changeRow(at, changeKind(row, kind))}
            />
            <div className="min-w-0">
              <RowValue
                label={`Value of ${what} ${at + 1}`}
                row={row}
                onChange={(text) => changeRow(at, { ...row, text }, `value ${at}`)}
              />
            </div>
            <Button
              aria-label={`Remove ${what} ${at + 1}`}
              className="max-sm:justify-self-start"
              onClick={() => onChange(rows.toSpliced(at, 1))}
            >
              <X size={15} aria-hidden />
            </Button>
          </div>
          {faults.has(at) && <p className="text-[13px] text-bad">✗ {faults.get(at)}</p>}
        </div>
      ))}
      <Button className="h-7! px-2! text-xs" onClick={() => onChange([...rows, NEW_ROW])}>
        Add {what}
      </Button>
    </div>
  );
}

const KINDS: readonly (readonly [RowKind, string])[] = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['yes_no', 'Yes or no'],
];

interface KindSelectProps {
  readonly label: string;
  readonly kind: RowKind;
  readonly onChange: (kind: RowKind) => void;
}

function KindSelect({ label, kind, onChange }: KindSelectProps): ReactNode {
  const kinds = kind === 'kept' ? [['kept', 'JSON'] as const] : KINDS;
  return (
    <select
      aria-label={label}
      value={kind}
      disabled={kind === 'kept'}
      onChange={({ target }) => {
        const chosen = KINDS.find(([one]) => one === target.value);
        if (chosen) onChange(chosen[0]);
      }}
      className={`${INPUT} px-2!`}
    >
      {kinds.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface RowValueProps {
  readonly label: string;
  readonly row: LabelRow;
  readonly onChange: (text: string) => void;
}

function RowValue({ label, row: { kind, text }, onChange }: RowValueProps): ReactNode {
  if (kind === 'kept') {
    return (
      <code
        title="The form cannot change this value. It is saved as it is; edit it as JSON."
        className="block h-9 truncate rounded-md border border-line bg-raised px-3 py-1.5 font-mono text-[13px]"
      >
        {text.replaceAll(/\s+/g, ' ')}
      </code>
    );
  }
  if (kind === 'yes_no') {
    return (
      <select
        aria-label={label}
        value={text === 'yes' ? 'yes' : 'no'}
        onChange={({ target }) => onChange(target.value)}
        className={INPUT}
      >
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </select>
    );
  }
  return (
    <input
      aria-label={label}
      value={text}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={({ target }) => onChange(target.value)}
      placeholder={kind === 'number' ? '12' : 'Value'}
      className={INPUT}
    />
  );
}
