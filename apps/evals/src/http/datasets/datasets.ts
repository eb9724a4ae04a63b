import { DatasetList, DatasetName, DatasetVersionList, DatasetView } from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { viewDataset, viewVersion } from '../../datasets/view-dataset.ts';
import { listDatasets, listVersions } from '../../db/datasets/stored-datasets.ts';
import { ordinal, pageSize, projectOf, searchText, type SearchServices } from '../route-helpers.ts';
import {
  DatasetParams,
  loadDataset,
  loadVersion,
  tags,
  toETag,
  versionQuery,
} from './dataset-helpers.ts';

const NO_VERSION = 2 ** 31 - 1;

type Services = Pick<SearchServices, 'database'>;

/** `GET /datasets`, `GET /datasets/{name}` and `GET /datasets/{name}/versions`. */
export function addDatasets(server: Server, { database }: Services): void {
  addView(server, { database });
  addVersions(server, { database });
  server.get(
    '/datasets',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'List the datasets of the project, by name',
        description: 'Archived datasets are left out.',
        querystring: z.object({
          q: searchText().optional().describe('Text contained in the name.'),
          cursor: DatasetName.optional().describe('The `next_cursor` of the previous page.'),
          limit: pageSize(50, 200),
        }),
        response: { 200: DatasetList, default: problemResponse },
      },
    },
    async (request) => {
      const { q: search = '', cursor: after = '', limit } = request.query;
      const page = { search, after, limit: limit + 1 };
      const rows = await listDatasets(database, projectOf(request), page);
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? shown.at(-1)?.name : undefined;
      return { datasets: shown.map((row) => viewDataset(row, row)), next_cursor: next ?? null };
    },
  );
}

function addView(server: Server, { database }: Services): void {
  server.get(
    '/datasets/:name',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Get one version of a dataset, without its scenarios',
        description:
          'The `ETag` is the version in quotes. Send it as `If-Match` to replace the dataset.',
        params: DatasetParams,
        querystring: z.object({ version: versionQuery }),
        response: { 200: DatasetView, default: problemResponse },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const dataset = await loadDataset(database, { project: projectOf(request), name });
      const latest = await loadVersion(database, dataset);
      const { version: wanted = latest.version } = request.query;
      const version =
        wanted === latest.version ? latest : await loadVersion(database, dataset, wanted);
      void reply.header('etag', toETag(version.version));
      return { ...viewDataset(dataset, latest), version: viewVersion(version), tags: version.tags };
    },
  );
}

function addVersions(server: Server, { database }: Services): void {
  server.get(
    '/datasets/:name/versions',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'List the versions of a dataset, newest first',
        params: DatasetParams,
        querystring: z.object({
          cursor: ordinal().optional().describe('The `next_cursor` of the previous page.'),
          limit: pageSize(50, 200),
        }),
        response: { 200: DatasetVersionList, default: problemResponse },
      },
    },
    async (request) => {
      const { cursor: before = NO_VERSION, limit } = request.query;
      const { name } = request.params;
      const dataset = await loadDataset(database, { project: projectOf(request), name });
      const rows = await listVersions(database, dataset.id, { before, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? String(shown.at(-1)?.version) : null;
      return { versions: shown.map(viewVersion), next_cursor: next };
    },
  );
}
