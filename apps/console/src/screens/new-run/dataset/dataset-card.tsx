import type { DatasetView, FieldError, PlannedRun } from '@fairtrial/contracts';
import { formatCount, formatMany } from '@fairtrial/format';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../../data/api-context.ts';
import { datasetQuery, versionsQuery } from '../../../data/dataset-queries.ts';
import { Card } from '../../../parts/card.tsx';
import { DatasetSelect } from '../../../parts/dataset/dataset-select.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { Button, PLAIN_BUTTON } from '../../../ui/button.tsx';
import { Field, INPUT } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { NO_DATASET, readReference, type DatasetChoice } from './choose-dataset.ts';

interface DatasetCardProps {
  readonly choice: DatasetChoice;
  /** `undefined` until the service has planned the run. */
  readonly plan: PlannedRun | undefined;
  /** Errors of the service in the dataset or the filter. */
  readonly errors: readonly FieldError[];
  readonly onChange: (choice: Partial<DatasetChoice>) => void;
}

/** As high as the filter, so that nothing moves when it appears. */
const BLOCKS = ['h-43'] as const;
const LATEST = 'latest';

/** The first step of a run of a stored dataset: which scenarios it plays. */
export function DatasetCard({ choice, plan, errors, onChange }: DatasetCardProps): ReactNode {
  const { name, version } = readReference(choice.dataset);
  const found = useQuery(datasetQuery(useClient(), name, version));
  const view = found.data;
  return (
    <Card title="1 · Dataset">
      <div className="mb-3 flex flex-wrap gap-2">
        <DatasetSelect
          label="Dataset"
          prefix="Dataset: "
          value={name}
          onChange={(dataset) => onChange({ ...NO_DATASET, dataset })}
        />
        <VersionSelect
          name={name}
          version={version}
          onChange={(next) => onChange({ dataset: next === LATEST ? name : `${name}@${next}` })}
        />
        <Link
          to="/console/datasets/$name"
          params={{ name }}
          search={version === undefined ? {} : { version }}
          className={PLAIN_BUTTON}
        >
          Open the dataset
        </Link>
        <Button onClick={() => onChange(NO_DATASET)}>Use JSON instead</Button>
      </div>
      {found.isError && view === undefined && (
        <Failure
          what="The dataset could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isPending && <Skeleton label="the dataset" blocks={BLOCKS} />}
      {view && <Filter {...{ view, choice, onChange }} plan={planOf(plan, name, view)} />}
      {errors.map(({ pointer, detail }) => (
        <p key={pointer} role="alert" className="mt-2 wrap-anywhere text-bad">
          ✗ {detail}
        </p>
      ))}
    </Card>
  );
}

/** While another dataset or version is planned, the last plan says nothing about this one. */
function planOf(
  plan: PlannedRun | undefined,
  name: string,
  { version: { version } }: DatasetView,
): PlannedRun | undefined {
  return plan?.dataset?.version === `${name}@${version}` ? plan : undefined;
}

interface VersionSelectProps {
  readonly name: string;
  readonly version: number | undefined;
  readonly onChange: (version: string) => void;
}

function VersionSelect({ name, version, onChange }: VersionSelectProps): ReactNode {
  const { data } = useInfiniteQuery(versionsQuery(useClient(), name));
  const known = data?.pages.flatMap(({ versions }) => versions.map((one) => one.version)) ?? [];
  const versions = new Set([...(version === undefined ? [] : [version]), ...known]);
  return (
    <Select
      label="Version"
      prefix="Version: "
      options={[
        { value: LATEST, label: 'latest' },
        ...[...versions]
          .toSorted((a, b) => b - a)
          .map((one) => ({ value: String(one), label: String(one) })),
      ]}
      value={version === undefined ? LATEST : String(version)}
      onChange={onChange}
    />
  );
}

interface FilterProps {
  readonly view: DatasetView;
  readonly choice: DatasetChoice;
  readonly plan: PlannedRun | undefined;
  readonly onChange: DatasetCardProps['onChange'];
}

function Filter({ view, choice, plan, onChange }: FilterProps): ReactNode {
  const { scenarios: total, interactions, version } = view.version;
  const { total_scenarios: scenarios = total, turns = interactions } = plan ?? {};
  const part = scenarios === total ? '' : `${formatCount(scenarios)} of `;
  const verb = plan === undefined ? ' has' : ':';
  return (
    <div className="grid gap-3">
      <p role="status" className="font-medium">
        {plan && <span className="text-ok">✓ </span>}
        {`Version ${version}${verb} ${part}${formatMany(total, 'scenario')}, ${formatMany(turns, 'turn')}`}
      </p>
      {choice.ids.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          {`Only ${formatMany(choice.ids.length, 'chosen scenario')}`}
          <Button onClick={() => onChange({ ids: [] })}>Clear the choice</Button>
        </p>
      )}
      <TagChips view={view} choice={choice} onChange={onChange} />
      <div className="grid gap-3 sm:grid-cols-[10rem_10rem]">
        <Field label="Sample" hint="This many at random. Empty plays all.">
          {(ids) => (
            <input
              {...ids}
              type="number"
              inputMode="numeric"
              min={1}
              placeholder="all"
              value={choice.sample ?? ''}
              onChange={({ target: { value } }) => onChange({ sample: readCount(value) })}
              className={INPUT}
            />
          )}
        </Field>
        <Field label="Seed" hint="The same seed plays the same scenarios.">
          {(ids) => (
            <input
              {...ids}
              value={choice.seed}
              maxLength={64}
              placeholder="0"
              disabled={choice.sample === undefined}
              onChange={({ target }) => onChange({ seed: target.value })}
              className={INPUT}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function TagChips({ view: { tags }, choice, onChange }: Omit<FilterProps, 'plan'>): ReactNode {
  if (tags.length === 0) return <p className="py-0.5 text-dim">No scenario has a tag.</p>;
  const toggle = (tag: string): readonly string[] =>
    choice.tags.includes(tag) ? choice.tags.filter((one) => one !== tag) : [...choice.tags, tag];
  return (
    <div
      role="group"
      aria-label="Only with one of these tags"
      className="flex flex-wrap items-center gap-1.5"
    >
      <span className="text-[13px] font-medium">Only with tag</span>
      {tags.map(({ tag, scenarios }) => (
        <button
          key={tag}
          type="button"
          aria-pressed={choice.tags.includes(tag)}
          onClick={() => onChange({ tags: toggle(tag) })}
          className="max-w-60 truncate rounded-full border border-line bg-surface px-2.5 py-0.5 text-[13px] hover:bg-raised aria-pressed:border-accent aria-pressed:bg-raised aria-pressed:font-semibold"
        >
          {tag} <span className="text-dim">{formatCount(scenarios)}</span>
        </button>
      ))}
    </div>
  );
}

function readCount(text: string): number | undefined {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 ? count : undefined;
}
