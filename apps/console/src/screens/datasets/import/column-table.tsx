import type { ColumnUse, ImportResult } from '@fairtrial/contracts';
import type { ReactNode } from 'react';
import { CELL, Table, TableRow, type Column } from '../../../parts/table.tsx';
import { Select } from '../../../ui/select.tsx';
import { USE_LABELS, USES } from './import-words.ts';

interface ColumnTableProps {
  readonly columns: ImportResult['columns'];
  /** Called with the use of every column. */
  readonly onChange: (columns: Readonly<Record<string, ColumnUse>>) => void;
}

const HEADS: readonly Column[] = [['Column'], ['Example', 'w-1/2 max-sm:hidden'], ['Becomes']];
const OPTIONS = USES.map((value) => ({ value, label: USE_LABELS[value] }));

/** The columns of a CSV file, each with a select for what it becomes. */
export function ColumnTable({ columns, onChange }: ColumnTableProps): ReactNode {
  const change = (name: string, use: ColumnUse): void =>
    onChange({ ...Object.fromEntries(columns.map((one) => [one.name, one.use])), [name]: use });
  return (
    <div className="mt-3">
      <Table caption="Columns of the file" columns={HEADS}>
        {columns.map(({ name, use, example }) => (
          <TableRow key={name}>
            <td className={`${CELL} max-w-60 font-medium wrap-anywhere`}>
              {name}
              <p className="line-clamp-2 font-normal text-dim sm:hidden">{example}</p>
            </td>
            <td className={`${CELL} max-w-96 truncate text-dim max-sm:hidden`} title={example}>
              {example}
            </td>
            <td className={`${CELL} max-w-72 max-sm:max-w-36`}>
              <Select
                label={`Use of ${name}`}
                options={OPTIONS}
                value={use}
                onChange={(next) => change(name, next)}
              />
            </td>
          </TableRow>
        ))}
      </Table>
    </div>
  );
}
