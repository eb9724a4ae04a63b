import type { ComparedScenario } from '@assay/contracts';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { FilterInput } from '../../parts/filter-input.tsx';
import { Button } from '../../ui/button.tsx';
import { countChanges } from './change-rows.ts';
import type { CompareSearch } from './compare-search.ts';

interface ScenarioFilterProps {
  readonly scenarios: readonly ComparedScenario[];
  readonly search: CompareSearch;
  readonly onChange: (next: Changes<CompareSearch>) => void;
}

const NAMES = { regressed: 'Regressed', improved: 'Improved', noise: 'Within noise' } as const;
const WORDS = ['regressed', 'improved', 'noise'] as const;

/** Which of the scenarios are shown. */
export function ScenarioFilter({ scenarios, search, onChange }: ScenarioFilterProps): ReactNode {
  const counts = countChanges(scenarios);
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button
        aria-pressed={search.only === undefined}
        onClick={() => onChange({ only: undefined })}
      >
        Regressions first
      </Button>
      {WORDS.map((word) => (
        <Button
          key={word}
          aria-pressed={search.only === word}
          onClick={() => onChange({ only: search.only === word ? undefined : word })}
        >
          {NAMES[word]} {counts[word]}
        </Button>
      ))}
      <FilterInput
        label="Part of the name of a scenario"
        placeholder="Scenario   ( / )"
        value={search.q ?? ''}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
      />
    </div>
  );
}
