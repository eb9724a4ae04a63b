import { ApiError, type Client } from '@fairtrial/client';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchivedNameError, createDataset, refuseArchived } from './create-dataset.ts';

const CONFLICT = new ApiError({
  status: 412,
  code: 'version_conflict',
  title: 'Conflict',
  detail: 'the dataset exists',
  conflict: { latest_version: 3 } as never,
});

/** A service that refuses to create a dataset. Without `archivedAt` there is none with the name. */
function refuse(error: Error, archivedAt?: string | null): Client {
  const request = async (name: string): Promise<unknown> => {
    if (name === 'PUT /datasets/:name') throw error;
    if (archivedAt !== undefined) return { archived_at: archivedAt };
    throw new ApiError({ status: 404, code: 'not_found', title: 'Not found', detail: 'none' });
  };
  return { request } as unknown as Client;
}

const create = (client: Client) => createDataset(client, 'support', { scenarios: [] });

test('a new dataset with the name of an archived one is refused with what to do next', async () => {
  await assert.rejects(create(refuse(CONFLICT, '2026-01-01T00:00:00Z')), (error) => {
    assert.ok(error instanceof ArchivedNameError);
    assert.equal(error.dataset, 'support');
    assert.match(error.message, /archived dataset has this name: open it, or choose another name/);
    return true;
  });
});

test('a new dataset with the name of a listed one is refused with the error of the service', async () => {
  await assert.rejects(create(refuse(CONFLICT, null)), CONFLICT);
});

test('an error that is no conflict is not looked into', async () => {
  const lost = new Error('connection lost');
  await assert.rejects(create(refuse(lost, '2026-01-01T00:00:00Z')), lost);
});

test('a name that no dataset has, or a listed one, is not refused', async () => {
  await refuseArchived(refuse(CONFLICT), 'support');
  await refuseArchived(refuse(CONFLICT, null), 'support');
  await assert.rejects(refuseArchived(refuse(CONFLICT, '2026'), 'support'), ArchivedNameError);
});
