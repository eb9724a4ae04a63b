import type { DatasetDiff, DatasetView, ScenarioChange } from '@fairtrial/contracts';
import type { Tone } from '@fairtrial/format';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetDiffQuery, versionsQuery } from '../../data/dataset-queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { LoadMore } from '../../parts/paged-list.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Select } from '../../ui/select.tsx';
import { LongText, SideText } from '../../parts/conversation/reply-text.tsx';
import { isUnlike, wordDiff } from '../../parts/conversation/word-diff.ts';
import { ScenarioChat, ScenarioJson } from './scenario-chat.tsx';
import { compareFields, type FieldChange } from './scenario-fields.ts';
import { describeChanges } from './versions-tab.tsx';

interface DiffTabProps {
  readonly dataset: DatasetView;
  /** Default: the version before. */
  readonly from: number | undefined;
  /** Default: the latest version. */
  readonly to: number | undefined;
  readonly onChoose: (from: number, to: number) => void;
}

/** What changed between two versions, scenario by scenario. */
export function DiffTab({ dataset, onChoose, ...chosen }: DiffTabProps): ReactNode {
  const { to = dataset.version.version } = chosen;
  const { from = Math.max(1, to - 1) } = chosen;
  if (dataset.latest.version === 1) {
    return <Empty>There is only one version, so there is nothing to compare.</Empty>;
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <VersionSelect
          label="From version"
          name={dataset.name}
          value={from}
          onChange={(next) => onChoose(next, to)}
        />
        <span className="text-dim">to</span>
        <VersionSelect
          label="To version"
          name={dataset.name}
          value={to}
          onChange={(next) => onChoose(from, next)}
        />
      </div>
      <DiffView key={`${from} ${to}`} name={dataset.name} from={from} to={to} />
    </>
  );
}

interface VersionSelectProps {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly onChange: (version: number) => void;
}

function VersionSelect({ label, name, value, onChange }: VersionSelectProps): ReactNode {
  const { data } = useInfiniteQuery(versionsQuery(useClient(), name));
  const known = data?.pages.flatMap(({ versions }) => versions) ?? [];
  const messages = new Map([
    [value, ''],
    ...known.map((one) => [one.version, one.message] as const),
  ]);
  const options = [...messages]
    .toSorted(([a], [b]) => b - a)
    .map(([version, message]) => ({
      value: String(version),
      label: message === '' ? `Version ${version}` : `Version ${version}: ${message}`,
    }));
  return (
    <Select
      label={label}
      options={options}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
    />
  );
}

const BLOCKS = ['h-40', 'h-40'] as const;

interface DiffViewProps {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

function DiffView({ name, from, to }: DiffViewProps): ReactNode {
  const found = useInfiniteQuery(datasetDiffQuery(useClient(), name, { from, to }));
  const [first] = found.data?.pages ?? [];
  if (found.isError) {
    return (
      <Failure
        what="The versions could not be compared"
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (first === undefined) return <Skeleton label="the differences" blocks={BLOCKS} />;
  const scenarios = found.data?.pages.flatMap((page) => page.scenarios) ?? [];
  if (scenarios.length === 0) return <Empty>The two versions are equal.</Empty>;
  return (
    <>
      <p role="status" className="mb-3 font-medium">
        {describeChanges(first)}
      </p>
      <ul className="grid gap-3">
        {scenarios.map((scenario, at) => (
          <ScenarioDiff key={scenario.id} scenario={scenario} isOpenAtFirst={at < MAX_OPEN} />
        ))}
      </ul>
      <LoadMore found={found}>Load more</LoadMore>
    </>
  );
}

/** The first changed scenarios are open; the others are opened by a click. */
const MAX_OPEN = 5;

const CHANGES: Readonly<Record<ScenarioChange, readonly [glyph: string, tone: Tone]>> = {
  added: ['+', 'ok'],
  removed: ['−', 'bad'],
  changed: ['≠', 'warn'],
  moved: ['↕', 'plain'],
};

interface ScenarioDiffProps {
  readonly scenario: DatasetDiff['scenarios'][number];
  readonly isOpenAtFirst: boolean;
}

function ScenarioDiff({ scenario, isOpenAtFirst }: ScenarioDiffProps): ReactNode {
  const { id, name, change, before, after } = scenario;
  const [isOpen, setOpen] = useState(isOpenAtFirst && change === 'changed');
  const [glyph, tone] = CHANGES[change];
  const shown = after ?? before;
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface">
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer rounded-lg p-3 hover:bg-raised">
          <Pill tone={tone} glyph={glyph}>
            {change}
          </Pill>{' '}
          <span className="font-medium wrap-anywhere">{name}</span>{' '}
          {name !== id && <span className="text-[13px] wrap-anywhere text-dim">{id}</span>}
        </summary>
        {isOpen && (
          <div className="border-t border-line p-3">
            {change === 'moved' && <p className="mb-2 text-dim">Only its place changed.</p>}
            {before && after && change === 'changed' && (
              <FieldChanges changes={compareFields(before, after)} />
            )}
            {shown && change !== 'changed' && <ScenarioChat scenario={shown} />}
            {shown && <ScenarioJson scenario={shown} />}
          </div>
        )}
      </details>
    </li>
  );
}

function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }): ReactNode {
  return (
    <div className="grid gap-4">
      {changes.map((change) => (
        <FieldDiff key={change.label} change={change} />
      ))}
    </div>
  );
}

const TIMEOUT_MS = 50;
/** Longer texts are shown without marks, so that the page does not block. */
const MAX_MARKED = 20_000;

function FieldDiff({ change }: { readonly change: FieldChange }): ReactNode {
  const { label, before, after } = change;
  const parts = useMemo(() => {
    if (before.length + after.length > MAX_MARKED) return undefined;
    const found = wordDiff(before, after, TIMEOUT_MS);
    return found && isUnlike(found) ? undefined : found;
  }, [before, after]);
  return (
    <section aria-label={label} className="min-w-0">
      <h2 className="text-[13px] font-semibold">{label}</h2>
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        {(['before', 'after'] as const).map((side) => (
          <div key={side} className="min-w-0">
            <p className="text-[13px] text-dim">{side === 'before' ? 'Before' : 'After'}</p>
            {change[side] === '' ? (
              <p className="text-dim">not set</p>
            ) : parts ? (
              <SideText parts={parts} side={side} />
            ) : (
              <LongText text={change[side]} />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
