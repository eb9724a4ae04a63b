import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT } from '../../../ui/field.tsx';
import type { HeaderRow } from './own-request.ts';

interface HeaderRowsProps {
  readonly rows: readonly HeaderRow[];
  readonly onChange: (rows: readonly HeaderRow[]) => void;
  readonly fault: string | undefined;
}

/** The headers of a request, one per row. */
export function HeaderRows({ rows, onChange, fault }: HeaderRowsProps): ReactNode {
  const changeRow = (at: number, change: Partial<HeaderRow>): void =>
    onChange(rows.map((row, no) => (no === at ? { ...row, ...change } : row)));
  return (
    <div role="group" aria-label="Headers" className="grid justify-items-start gap-1">
      <span className="text-[13px] font-medium" aria-hidden>
        Headers
      </span>
      {rows.map(({ name, value }, at) => (
        <div key={at} className="grid w-full grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-2">
          <input
            aria-label={`Name of header ${at + 1}`}
            value={name}
            onChange={({ target }) => changeRow(at, { name: target.value })}
            placeholder="x-tenant"
            className={`${INPUT} font-mono text-[13px]`}
          />
          <input
            aria-label={`Value of header ${at + 1}`}
            value={value}
            onChange={({ target }) => changeRow(at, { value: target.value })}
            placeholder="qa"
            className={`${INPUT} font-mono text-[13px]`}
          />
          <Button
            aria-label={`Remove header ${at + 1}`}
            onClick={() => onChange(rows.filter((_, no) => no !== at))}
          >
            <X size={15} aria-hidden />
          </Button>
        </div>
      ))}
      {fault !== undefined && <p className="text-[13px] wrap-anywhere text-bad">✗ {fault}</p>}
      <Button onClick={() => onChange([...rows, { name: '', value: '' }])}>Add a header</Button>
    </div>
  );
}
