import {
  AppError,
  boundedName,
  DatasetDiff,
  ScenarioList,
  StoredScenario,
} from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import { splitSearch } from '../../db/split-words.ts';
import { countChanges, listChanges } from '../../db/datasets/diff-versions.ts';
import { findScenario, listScenarios } from '../../db/datasets/list-scenarios.ts';
import { ordinal, pageSize, projectOf, searchText, type SearchServices } from '../route-helpers.ts';
import {
  badCursor,
  cursorQuery,
  DatasetParams,
  loadDataset,
  loadVersion,
  readCursor,
  tags,
  toCursor,
  versionQuery,
} from './dataset-helpers.ts';

const MAX_WITH_CONTENT = 200;

const ScenariosQuery = z.object({
  version: versionQuery,
  q: searchText()
    .optional()
    .describe(
      'Words, or beginnings of words, of the id, the name, the tags and the user messages.',
    ),
  tag: searchText().optional(),
  content: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      `true: each row has its whole scenario. A page then has at most ${MAX_WITH_CONTENT} scenarios, and about 4 MiB.`,
    ),
  cursor: cursorQuery,
  limit: pageSize(50, 1000),
});

/** Pages belong to the version of the first page. */
const ScenariosCursor = z.tuple([z.int(), z.string()]);

/** `GET /datasets/{name}/scenarios` and `GET /datasets/{name}/scenarios/{id}`. */
export function addScenarios(server: Server, { database, searchGuard }: SearchServices): void {
  addScenario(server, { database });
  server.get(
    '/datasets/:name/scenarios',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'List or search the scenarios of a dataset, in its order',
        description:
          'A page of a search can have fewer scenarios than `limit`, even none: there are more as long as `next_cursor` is not null.',
        params: DatasetParams,
        querystring: ScenariosQuery,
        response: { 200: ScenarioList, default: problemResponse },
      },
    },
    async (request) => {
      const { version: wanted, q, tag, content, cursor, limit } = request.query;
      const { name } = request.params;
      const withContent = content === 'true';
      const [started, after] = cursor === undefined ? [] : readCursor(ScenariosCursor, cursor);
      if (wanted !== undefined && started !== undefined && wanted !== started) throw badCursor();
      const dataset = await loadDataset(database, { project: projectOf(request), name });
      const { version } = await loadVersion(database, dataset, wanted ?? started);
      const words = splitSearch(q);
      if (words === undefined) return { version, scenarios: [], next_cursor: null };
      const page = await listScenarios(
        database,
        { datasetId: dataset.id, version },
        {
          words,
          tag,
          after,
          limit: withContent ? Math.min(limit, MAX_WITH_CONTENT) : limit,
          withContent,
        },
      );
      if (page === undefined) throw badCursor();
      const { rows, next } = page;
      const next_cursor = next === undefined ? null : toCursor([version, next]);
      return { version, scenarios: [...rows], next_cursor };
    },
  );
}

function addScenario(server: Server, { database }: Pick<SearchServices, 'database'>): void {
  server.get(
    '/datasets/:name/scenarios/:id',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Get one scenario of a dataset',
        params: DatasetParams.extend({ id: boundedName() }),
        querystring: z.object({ version: versionQuery }),
        response: { 200: StoredScenario, default: problemResponse },
      },
    },
    async (request) => {
      const { name, id } = request.params;
      const dataset = await loadDataset(database, { project: projectOf(request), name });
      const { version } = await loadVersion(database, dataset, request.query.version);
      const found = await findScenario(database, { datasetId: dataset.id, version }, id);
      if (found === undefined) {
        throw new AppError('not_found', `version ${version} of ${name} has no scenario ${id}`);
      }
      return { dataset: name, version, hash: found.hash, scenario: found.content };
    },
  );
}

/** The counts are in the cursor, because counting takes as long as reading all pages. */
const DiffCursor = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);

/** `GET /datasets/{name}/diff`. */
export function addDiff(server: Server, { database, searchGuard }: SearchServices): void {
  server.get(
    '/datasets/:name/diff',
    {
      config: { scope: 'read' },
      preHandler: searchGuard,
      schema: {
        tags,
        summary: 'List the differences of two versions of a dataset, by scenario id',
        description:
          'A page has at most `limit` scenarios and about 4 MiB. The counts are those of all pages.',
        params: DatasetParams,
        querystring: z.object({
          from: ordinal(),
          to: ordinal(),
          cursor: cursorQuery,
          limit: pageSize(50, 200),
        }),
        response: { 200: DatasetDiff, default: problemResponse },
      },
    },
    async (request) => {
      const { from, to, cursor, limit } = request.query;
      const { name } = request.params;
      const dataset = await loadDataset(database, { project: projectOf(request), name });
      for (const version of [from, to]) await loadVersion(database, dataset, version);
      const versions = { datasetId: dataset.id, from, to };
      const [after, ...known] = cursor === undefined ? [] : readCursor(DiffCursor, cursor);
      const [added = 0, removed = 0, changed = 0, moved = 0] = known;
      const counts =
        after === undefined
          ? await countChanges(database, versions)
          : { added, removed, changed, moved };
      const { rows, next } = await listChanges(database, versions, {
        after,
        limit,
        withContent: true,
      });
      const next_cursor = next === undefined ? null : toCursor([next, ...Object.values(counts)]);
      return { name, from, to, ...counts, scenarios: [...rows], next_cursor };
    },
  );
}
