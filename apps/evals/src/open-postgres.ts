import { shareCluster } from '@fairtrial/postgres';
import { ConfigError } from '@fairtrial/server';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { geteuid } from 'node:process';
import { errorCode } from './db/connection/database-unavailable.ts';

const WRONG_PASSWORD = '28P01';

export interface Postgres extends AsyncDisposable {
  readonly url: string;
  /** Folder of its files; `undefined` if it is not the bundled PostgreSQL. */
  readonly folder: string | undefined;
  /** True if another process started it. */
  readonly isJoined: boolean;
}

/**
 * Returns the configured database, or else a bundled PostgreSQL from npm with its files in a folder. Services with the
 * same folder share it: it stops with the last of them.
 */
export async function openPostgres(url: string | undefined, folder: string): Promise<Postgres> {
  if (url !== undefined) {
    return {
      url,
      folder: undefined,
      isJoined: false,
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const reachable = await reachableFolder(resolve(folder));
  const cluster = await shareCluster({
    folder: join(reachable, 'postgres'),
    settings: { max_connections: '200' }, // several services can share it, each with about 25 connections
  }).catch((error: unknown) => {
    if (errorCode(error) !== WRONG_PASSWORD) throw error;
    const problem = `the database in ${reachable} has another password: it was made by another program, or its password file was changed; name another folder`;
    throw new ConfigError([{ variable: 'EVALS_DATA', problem }]);
  });
  return {
    url: cluster.url,
    folder: reachable,
    isJoined: cluster.isJoined,
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

/**
 * If started by root, PostgreSQL runs as another user, who may not have access to every folder. In that case its files
 * are stored in a folder that the user can access.
 */
async function reachableFolder(folder: string): Promise<string> {
  if (geteuid?.() !== 0) return folder;
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    // Other users need the execute permission on every parent folder.
    const { mode } = await stat(above).catch(() => ({ mode: 0o755 }));
    if ((mode & 0o001) === 0) {
      return join(
        '/var/lib/fairtrial',
        createHash('sha256').update(folder).digest('hex').slice(0, 12),
      );
    }
  }
  return folder;
}
