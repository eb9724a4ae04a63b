import {
  AppError,
  boundedName,
  StoredTarget,
  StoredTargets,
  Target,
  TargetName,
} from '@fairtrial/contracts';
import { problemResponse, type Server } from '@fairtrial/server';
import { z } from 'zod';
import type { Database } from '../db/connection/open-database.ts';
import {
  deleteTarget,
  listTargets,
  MAX_TARGETS,
  saveTarget,
  type TargetRow,
} from '../db/targets/stored-targets.ts';
import { TARGET_FIELDS } from '../runs/plan/unknown-fields.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { projectOf } from './route-helpers.ts';

const tags = ['targets'];
/** The list of targets has all of them, so each is small. */
const MAX_BYTES = 64 * 1024;

/** `GET /targets`, `PUT /targets/{name}` and `DELETE /targets/{name}`. */
export function addTargets(server: Server, { database }: { readonly database: Database }): void {
  server.get(
    '/targets',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'List the stored targets of the project, by name',
        response: { 200: StoredTargets, default: problemResponse },
      },
    },
    async (request) => {
      const rows = await listTargets(database, projectOf(request));
      return { targets: rows.map(viewTarget) };
    },
  );
  server.put(
    '/targets/:name',
    {
      bodyLimit: MAX_BYTES,
      config: { scope: 'run' },
      preValidation: refuseSecrets(TARGET_FIELDS),
      schema: {
        tags,
        summary: 'Store a target under a name, or replace it',
        description:
          'Requests can name it in `target`. Runs that were started before keep the target that they started with. ' +
          `A project has at most ${MAX_TARGETS} targets of at most ${MAX_BYTES / 1024} kB.`,
        params: z.object({ name: TargetName }),
        body: Target,
        response: { 200: StoredTarget, default: problemResponse },
      },
    },
    async (request) => {
      const key = { project: projectOf(request), name: request.params.name };
      const row = await database.transaction((tx) => saveTarget(tx, key, request.body));
      if (row !== undefined) return viewTarget(row);
      const detail = `the project has ${MAX_TARGETS} stored targets, and more are not allowed: delete one with DELETE /targets/{name}`;
      throw new AppError('limit_exceeded', detail);
    },
  );
  server.delete(
    '/targets/:name',
    {
      config: { scope: 'run' },
      schema: {
        tags,
        summary: 'Delete a stored target; runs that used it are not affected',
        params: z.object({ name: boundedName() }),
        response: { 204: z.null(), default: problemResponse },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const isDeleted = await deleteTarget(database, { project: projectOf(request), name });
      if (!isDeleted) throw new AppError('not_found', `there is no stored target ${name}`);
      return reply.code(204).send(null);
    },
  );
}

function viewTarget({ name, target, updatedAt }: TargetRow): StoredTarget {
  return { name, target, updated_at: updatedAt.toISOString() };
}
