import type { DatasetView } from '@fairtrial/contracts';
import { formatCount } from '@fairtrial/format';
import type { ReactNode } from 'react';
import type { Changes } from '../../format/read-fields.ts';
import { FilterInput, FilterSelect } from '../../parts/filter-input.tsx';
import type { DatasetSearch } from './dataset-search.ts';

interface ScenarioFilterBarProps {
  readonly dataset: DatasetView;
  readonly search: DatasetSearch;
  readonly onSearch: (change: Changes<DatasetSearch>) => void;
}

/** More tags than these are in a select. */
const MAX_CHIPS = 8;

/** Search, and the tags of the version as filters. */
export function ScenarioFilterBar({
  dataset,
  search,
  onSearch,
}: ScenarioFilterBarProps): ReactNode {
  const { tags } = dataset;
  const choose = (tag: string | undefined): void => onSearch({ tag, row: undefined });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <FilterInput
        label="Search ids, names and messages"
        placeholder="Id, name or message   ( / )"
        value={search.q ?? ''}
        onChange={(text) => onSearch({ q: text || undefined, row: undefined })}
      />
      {tags.length > MAX_CHIPS ? (
        <FilterSelect
          label="Tag"
          any="Any tag"
          options={tags.map(({ tag, scenarios }) => ({
            value: tag,
            label: `${tag} (${formatCount(scenarios)})`,
          }))}
          value={search.tag}
          onChange={choose}
        />
      ) : (
        <div role="group" aria-label="Tags" className="flex flex-wrap gap-1.5 empty:hidden">
          {tags.map(({ tag, scenarios }) => (
            <button
              key={tag}
              type="button"
              aria-pressed={search.tag === tag}
              onClick={() => choose(search.tag === tag ? undefined : tag)}
              className="max-w-60 truncate rounded-full border border-line bg-surface px-2.5 py-0.5 text-[13px] hover:bg-raised aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:font-semibold"
            >
              {tag} <span className="text-dim">{formatCount(scenarios)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
