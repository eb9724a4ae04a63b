import type { Client } from '@fairtrial/client';
import type { DatasetView, TestBatch } from '@fairtrial/contracts';
import { INPUT_LIMITS } from '@fairtrial/contracts/plain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import { datasetKey } from '../../data/dataset-queries.ts';
import { Button, PLAIN_BUTTON } from '../../ui/button.tsx';
import { ChangeFailure } from './change-notices.tsx';

const BAR =
  'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn bg-warn-soft px-3 py-1.5';

/** Says that the dataset is archived, and lists it again on request. */
export function ArchivedBar({ dataset }: { readonly dataset: DatasetView }): ReactNode {
  const { name, latest } = dataset;
  const client = useClient();
  const queries = useQueryClient();
  const list = useMutation({
    // A change that changes nothing makes no version, and lists the dataset.
    mutationFn: () =>
      client.request('POST /datasets/:name/changes', {
        name,
        body: { base_version: latest.version },
      }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
    },
  });
  return (
    <div className="mb-4 grid gap-3">
      <div role="status" className={BAR}>
        <span className="flex-1">
          This dataset is archived: it is not listed, and runs can use it only by version.
        </span>
        <Button disabled={list.isPending} onClick={() => list.mutate()}>
          List it again
        </Button>
      </div>
      {list.error !== null && (
        <ChangeFailure
          error={list.error}
          onRetry={() => list.mutate()}
          onReload={() => {
            list.reset();
            void queries.invalidateQueries({ queryKey: datasetKey(name) });
          }}
        />
      )}
    </div>
  );
}

/** Says that this is not the latest version, and restores it on request. */
export function OldVersionBar({ dataset }: { readonly dataset: DatasetView }): ReactNode {
  const { name, latest } = dataset;
  const { version } = dataset.version;
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const reload = (): void => void queries.invalidateQueries({ queryKey: datasetKey(name) });
  const restore = useMutation({
    mutationFn: async () => {
      const scenarios = await readAll(client, dataset);
      const content = { scenarios, message: `Restore version ${version}` };
      return client.request('PUT /datasets/:name', {
        name,
        body: content,
        headers: { 'if-match': `"${latest.version}"` },
      });
    },
    async onSuccess() {
      await queries.resetQueries({ queryKey: datasetKey(name) });
      await queries.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: '/console/datasets/$name', params: { name } });
    },
  });
  return (
    <div className="mb-4 grid gap-3">
      <div role="status" className={BAR}>
        <span className="flex-1">
          You see version {version} of {latest.version}. It cannot be edited.
        </span>
        <Link to="/console/datasets/$name" params={{ name }} className={PLAIN_BUTTON}>
          Open the latest
        </Link>
        <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
          {restore.isPending ? 'Restoring …' : 'Restore this version'}
        </Button>
      </div>
      {restore.error !== null && (
        <ChangeFailure
          error={restore.error}
          onRetry={() => restore.mutate()}
          onReload={() => {
            restore.reset();
            reload();
          }}
        />
      )}
    </div>
  );
}

const PAGE_SIZE = 200;

/** Every scenario of a version. Throws if they are too many or too large for one request. */
async function readAll(
  client: Client,
  { name, version: { version, scenarios: total } }: DatasetView,
): Promise<TestBatch[]> {
  const scenarios: TestBatch[] = [];
  let cursor: string | null | undefined;
  let bytes = 0;
  const isTooLarge = (): boolean =>
    bytes > INPUT_LIMITS.body_bytes || total > INPUT_LIMITS.list_items;
  while (cursor !== null && !isTooLarge()) {
    const page = await client.request('GET /datasets/:name/scenarios', {
      name,
      query: {
        version,
        content: true,
        cursor,
        limit: PAGE_SIZE,
      },
    });
    for (const { content } of page.scenarios) if (content) scenarios.push(content);
    bytes += JSON.stringify(page.scenarios).length;
    cursor = page.next_cursor;
  }
  if (!isTooLarge()) return scenarios;
  throw new Error(
    `The version is too large to be restored here. Run: fairtrial datasets pull ${name}@${version}, then fairtrial datasets push`,
  );
}
