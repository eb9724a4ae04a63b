import type { DatasetView } from '@fairtrial/contracts';
import { formatMany, formatWhen } from '@fairtrial/format';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetQuery } from '../../data/dataset-queries.ts';
import { compact, type Changes } from '../../format/read-fields.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Button, PLAIN_BUTTON, PRIMARY_BUTTON } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DatasetMenu } from './dataset-menu.tsx';
import { readDatasetSearch, type DatasetSearch } from './dataset-search.ts';
import { DiffTab } from './diff-tab.tsx';
import { ArchivedBar, OldVersionBar } from './old-version-bar.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { editorHref } from './scenario-rows.ts';
import { VersionsTab } from './versions-tab.tsx';

const route = getRouteApi('/console/datasets/$name');
const BLOCKS = ['h-9', 'h-96'] as const;

/** A dataset: its scenarios, its versions, and the differences between two of them. */
export function DatasetScreen(): ReactNode {
  const { name } = route.useParams();
  const search = route.useSearch({
    select: (all) => readDatasetSearch({ ...all }),
    structuralSharing: true,
  });
  const found = useQuery(datasetQuery(useClient(), name, search.version));
  if (found.data?.name === name) return <Loaded key={name} dataset={found.data} search={search} />;
  return (
    <>
      <PageHead title={name} crumbs={<ListLink />} />
      {found.isError ? (
        <Failure
          what="The dataset could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton label="the dataset" blocks={BLOCKS} />
      )}
    </>
  );
}

interface LoadedProps {
  readonly dataset: DatasetView;
  readonly search: DatasetSearch;
}

function Loaded({ dataset, search }: LoadedProps): ReactNode {
  const { name, latest } = dataset;
  const navigate = useNavigate();
  const change = (next: Changes<DatasetSearch>): void => {
    const changed = compact({ ...search, ...next });
    void navigate({
      to: '/console/datasets/$name',
      params: { name },
      search: changed,
      replace: true,
    });
  };
  const isOld = search.version !== undefined && search.version !== latest.version;
  // The latest version by its number is shown as the latest, so that it can be edited.
  const shown = isOld ? search : compact({ ...search, version: undefined });
  const compare = (from: number, to: number): void => change({ tab: 'compare', from, to });
  return (
    <>
      <Head dataset={dataset} isOld={isOld} />
      {dataset.archived_at !== null && <ArchivedBar dataset={dataset} />}
      {isOld && <OldVersionBar dataset={dataset} />}
      <Tabs
        label="Dataset"
        value={search.tab ?? 'scenarios'}
        onChange={(tab) => change({ tab: tab === 'scenarios' ? undefined : tab })}
        tabs={[
          {
            value: 'scenarios',
            label: 'Scenarios',
            content: <ScenarioList dataset={dataset} search={shown} onSearch={change} />,
          },
          {
            value: 'versions',
            label: 'Versions',
            content: <VersionsTab dataset={dataset} onCompare={compare} />,
          },
          {
            value: 'compare',
            label: 'Compare versions',
            content: (
              <DiffTab dataset={dataset} from={search.from} to={search.to} onChoose={compare} />
            ),
          },
        ]}
      />
    </>
  );
}

function ListLink(): ReactNode {
  return (
    <Link to="/console/datasets" className="hover:underline">
      Datasets
    </Link>
  );
}

interface HeadProps {
  readonly dataset: DatasetView;
  readonly isOld: boolean;
}

function Head({ dataset, isOld }: HeadProps): ReactNode {
  const { name, version, archived_at } = dataset;
  const navigate = useNavigate();
  const add = (): void => void navigate({ href: editorHref(name) });
  const run = { dataset: `${name}@${version.version}` };
  const canRun = version.scenarios > 0;
  useKeys(isOld ? [] : [{ keys: 'n', label: 'New scenario', run: add }]);
  return (
    <PageHead
      title={name}
      crumbs={
        <>
          <ListLink />
          {' / '}version {version.version} · {formatMany(version.scenarios, 'scenario')} ·{' '}
          {formatMany(version.interactions, 'turn')} · {formatWhen(version.created_at)}
          {version.author !== null && ` by ${version.author}`}
        </>
      }
      verdict={
        archived_at !== null && (
          <Pill tone="warn" glyph="!">
            archived
          </Pill>
        )
      }
      actions={
        <>
          <DatasetMenu dataset={dataset} />
          {!isOld && (
            <>
              <Link to="/console/import" search={{ dataset: name }} className={PLAIN_BUTTON}>
                Import
              </Link>
              <Button onClick={add}>New scenario</Button>
            </>
          )}
          {canRun && (
            <Link to="/console/new" search={run} className={PRIMARY_BUTTON}>
              Run
            </Link>
          )}
        </>
      }
    />
  );
}
