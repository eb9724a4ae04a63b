import { shareCluster } from '@assay/postgres';
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { geteuid } from 'node:process';

export interface Postgres extends AsyncDisposable {
  readonly url: string;
  /** Where its files are, if it is ours. */
  readonly folder: string | undefined;
  /** Another process started it. */
  readonly isJoined: boolean;
}

/**
 * The database that was named, else one of our own from npm that keeps its files in a folder. Services with the same folder
 * share it: it ends with the last of them.
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
    settings: { max_connections: '200' }, // several services may use it, with some 25 connections each
  });
  return {
    url: cluster.url,
    folder: reachable,
    isJoined: cluster.isJoined,
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

/** As root PostgreSQL runs as another user, who may not enter every folder: then its files go where that user may. */
async function reachableFolder(folder: string): Promise<string> {
  if (geteuid?.() !== 0) return folder;
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    const { mode } = await stat(above).catch(() => ({ mode: 0o755 }));
    if ((mode & 0o001) === 0) {
      return join('/var/lib/assay', createHash('sha256').update(folder).digest('hex').slice(0, 12));
    }
  }
  return folder;
}
