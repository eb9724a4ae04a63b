import type { RunHead } from '@assay/contracts';
import type { ReactNode } from 'react';
import { Select } from '../../ui/select.tsx';

interface TestSelectProps {
  readonly runs: readonly RunHead[];
  readonly test: string | undefined;
  readonly onChange: (test: string) => void;
}

/** Which test the overview is about, where there are several. */
export function TestSelect({ runs, test, onChange }: TestSelectProps): ReactNode {
  if (test === undefined) return null;
  const names = [...new Set([test, ...runs.map(({ test_name }) => test_name)])].toSorted();
  if (names.length < 2) return null;
  return (
    <div className="max-w-72">
      <Select
        label="Test"
        options={names.map((name) => ({ value: name, label: name }))}
        value={test}
        onChange={onChange}
      />
    </div>
  );
}
