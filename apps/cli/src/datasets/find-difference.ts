import type { Client } from '@fairtrial/client';
import type { TestBatch } from '@fairtrial/contracts';
import type { IdentifiedScenario } from './identify-scenarios.ts';
import { listChanges, type ListChanges } from './list-changes.ts';
import type { DifferentScenario } from './print-difference.ts';
import { readRows } from './read-dataset.ts';

interface Caller {
  readonly client: Pick<Client, 'request'>;
  readonly signal: AbortSignal;
}

interface StoredVersion {
  readonly name: string;
  readonly version: number;
}

/** What scenarios of files would change in a stored version. */
export async function compareWithFiles(
  caller: Caller,
  { name, version }: StoredVersion,
  scenarios: readonly IdentifiedScenario[],
): Promise<readonly DifferentScenario[]> {
  const rows: { id: string; name: string; hash: string }[] = [];
  for await (const { id, name: title, hash } of readRows(caller, name, { version })) {
    rows.push({ id, name: title, hash });
  }
  const changes = listChanges(rows, scenarios);
  const old = await readContents(caller, { name, version }, new Set(changes.changed));
  const changeOf = changesById(changes);
  const removed = new Set(changes.removed);
  return [
    ...scenarios.flatMap(({ id, name: title, content }) => {
      const change = changeOf.get(id);
      if (change === undefined) return [];
      return [{ id, name: title, change, before: old.get(id) ?? null, after: content }];
    }),
    ...rows
      .filter(({ id }) => removed.has(id))
      .map(({ id, name: title }) => {
        return { id, name: title, change: 'removed' as const, before: null, after: null };
      }),
  ];
}

function changesById({
  added,
  changed,
  moved,
}: ListChanges): Map<string, 'added' | 'changed' | 'moved'> {
  return new Map([
    ...added.map((id) => [id, 'added'] as const),
    ...changed.map((id) => [id, 'changed'] as const),
    ...moved.map((id) => [id, 'moved'] as const),
  ]);
}

/** Reads the pages of a version until all wanted scenarios are found. */
async function readContents(
  caller: Caller,
  { name, version }: StoredVersion,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, TestBatch>> {
  const found = new Map<string, TestBatch>();
  if (wanted.size === 0) return found;
  for await (const { id, content } of readRows(caller, name, { version, content: true })) {
    if (wanted.has(id) && content !== undefined) found.set(id, content);
    if (found.size === wanted.size) break;
  }
  return found;
}

/** What changed between two versions of a dataset. */
export async function compareVersions(
  { client, signal }: Caller,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly DifferentScenario[]> {
  const scenarios: DifferentScenario[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request('GET /datasets/:name/diff', {
      name,
      query: { from, to, cursor },
      signal,
    });
    scenarios.push(...page.scenarios);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return scenarios;
}
