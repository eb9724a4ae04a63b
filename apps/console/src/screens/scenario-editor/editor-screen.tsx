import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { latestVersionQuery, storedScenarioQuery } from '../../data/scenario-queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { Editor } from './editor.tsx';

const route = getRouteApi('/console/datasets/$name/edit');

/** A scenario of a dataset as a form. */
export function ScenarioEditorScreen(): ReactNode {
  const { name: dataset } = route.useParams();
  const { id, version } = route.useSearch();
  const client = useClient();
  const navigate = route.useNavigate();
  const latest = useQuery(latestVersionQuery(client, dataset));
  const stored = useQuery(storedScenarioQuery(client, dataset, { id, version }));
  // Shown after a save, which can give the editor another id and start it again.
  const [notice, setNotice] = useState('');
  const isLoaded = latest.data !== undefined && (id === undefined || stored.data !== undefined);
  const error = latest.error ?? stored.error;
  if (!isLoaded) {
    const retry = (): void => void Promise.all([latest.refetch(), stored.refetch()]);
    return (
      <>
        <PageHead title={id ?? 'New scenario'} crumbs={dataset} />
        {error ? (
          <Failure what="The scenario could not be loaded" error={error} onRetry={retry} />
        ) : (
          <Skeleton label="the scenario" />
        )}
      </>
    );
  }
  const base = stored.data
    ? { scenario: stored.data.scenario, version: stored.data.version }
    : null;
  return (
    <Editor
      key={`${dataset} ${id ?? ''}`}
      dataset={dataset}
      id={id}
      base={id === undefined ? null : base}
      latest={latest.data ?? null}
      notice={notice}
      onNotice={setNotice}
      onSaved={(savedId) =>
        // What was typed during the save is kept as the draft of the saved scenario: nothing is left.
        void navigate({ search: { id: savedId }, replace: true, ignoreBlocker: true })
      }
    />
  );
}
