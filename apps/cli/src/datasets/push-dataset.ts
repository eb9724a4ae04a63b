import { ApiError, type Body, type Client } from '@fairtrial/client';
import {
  fromPointer,
  type DatasetConflict,
  type DatasetSaved,
  type DatasetView,
} from '@fairtrial/contracts';
import { formatCount, formatMany } from '@fairtrial/format';
import { CliError, EXIT } from '../command/exit-code.ts';
import { callFairtrial } from '../command/program-name.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import type { IdentifiedScenario } from './identify-scenarios.ts';
import { listChanges, splitChanges, type ChangePart, type ListChanges } from './list-changes.ts';
import { describeCounts, describeScenario, type ChangeCounts } from './print-difference.ts';
import { findDataset, readRows } from './read-dataset.ts';

interface PushContext {
  readonly client: Pick<Client, 'request'>;
  readonly signal: AbortSignal;
  readonly terminal: Pick<Terminal, 'note' | 'columns'>;
}

export interface Push {
  readonly name: string;
  readonly scenarios: readonly IdentifiedScenario[];
  readonly message?: string | undefined;
  /** The version that the files were edited from. Default: the latest, which the files then replace. */
  readonly base?: number | undefined;
  /** True if most scenarios of the dataset may be removed. */
  readonly isForced: boolean;
}

export interface Pushed extends DatasetSaved {
  readonly changes: ChangeCounts;
  /** The versions that were made, one for each request. */
  readonly versions: readonly number[];
}

/** Makes the dataset equal to the scenarios, and sends only what differs. Equal scenarios make no version. */
export async function pushDataset(context: PushContext, push: Push): Promise<Pushed> {
  const { terminal } = context;
  const { name, scenarios, base, isForced } = push;
  const head = await findDataset(context, { name });
  if (head === undefined && base !== undefined) {
    throw new CliError(EXIT.usage, `there is no dataset ${name}: leave out --base to create it`);
  }
  const before = head === undefined ? [] : await readHashes(context, head);
  const changes = listChanges(before, scenarios);
  const counts = countsOf(changes);
  const isEqual = changes.moves.length === 0 && describeCounts(counts) === describeCounts(NONE);
  if (head !== undefined && isEqual && head.archived_at === null) {
    return { name, version: head.latest, created: false, changes: counts, versions: [] };
  }
  printChanges(context, push, { head, counts, changes });
  if (changes.removed.length * 2 > before.length && !isForced) {
    throw refuseRemoval(changes.removed.length, before.length);
  }
  const parts = toParts(changes, push);
  if (parts.length > 1) {
    terminal.note(
      `Sent in ${formatCount(parts.length)} requests because of their size: each makes a version, and only the last one is complete.`,
    );
  }
  return { ...(await sendParts(context, { push, head, parts })), changes: counts };
}

const NONE: ChangeCounts = { added: 0, removed: 0, changed: 0, moved: 0 };

function countsOf({ added, removed, changed, moved }: ListChanges): ChangeCounts {
  return {
    added: added.length,
    removed: removed.length,
    changed: changed.length,
    moved: moved.length,
  };
}

interface Found {
  readonly head: DatasetView | undefined;
  readonly counts: ChangeCounts;
  readonly changes: ListChanges;
}

const MAX_REMOVED_LINES = 20;

function printChanges(
  { terminal: { note, columns } }: PushContext,
  { name }: Push,
  { head, counts, changes: { removed } }: Found,
): void {
  note(
    `${head === undefined ? `${name} (new)` : `${name}@${head.latest.version}`}: ${describeCounts(counts)}`,
  );
  for (const id of removed.slice(0, MAX_REMOVED_LINES)) {
    note(describeScenario({ id, name: id, change: 'removed' }, columns));
  }
  const more = removed.length - MAX_REMOVED_LINES;
  if (more > 0) note(`and ${formatCount(more)} more are removed`);
  if (head !== undefined && head.archived_at !== null) {
    note(`${name} was archived: it is listed again after this push`);
  }
}

async function readHashes(
  context: PushContext,
  { name, latest: { version } }: DatasetView,
): Promise<{ id: string; hash: string }[]> {
  const rows: { id: string; hash: string }[] = [];
  for await (const { id, hash } of readRows(context, name, { version })) rows.push({ id, hash });
  return rows;
}

function refuseRemoval(removed: number, all: number): CliError {
  return new CliError(
    EXIT.usage,
    `nothing was pushed: ${formatCount(removed)} of ${formatMany(all, 'scenario')} would be removed, because no file has them. Name all files, or pass --force.`,
  );
}

function toParts(
  { added, changed, removed, moves }: ListChanges,
  { scenarios }: Push,
): readonly ChangePart[] {
  const sent = new Set([...added, ...changed]);
  const upsert = scenarios.filter(({ id }) => sent.has(id)).map(({ content }) => content);
  const parts = splitChanges({ upsert, remove: removed, order: moves });
  // A request without changes is enough to list an archived dataset again.
  return parts.length > 0 ? parts : [{ upsert: [], remove: [], order: [] }];
}

interface Sending {
  readonly push: Push;
  readonly head: DatasetView | undefined;
  readonly parts: readonly ChangePart[];
}

async function sendParts(
  { client, signal, terminal }: PushContext,
  { push: { name, message, base }, head, parts }: Sending,
): Promise<Omit<Pushed, 'changes'>> {
  let saved: DatasetSaved | undefined;
  const versions: number[] = [];
  for (const part of parts) {
    const baseVersion = saved?.version.version ?? base ?? head?.latest.version;
    const request =
      baseVersion === undefined
        ? client.request('PUT /datasets/:name', {
            name,
            body: { scenarios: [...part.upsert], message },
            signal,
          })
        : client.request('POST /datasets/:name/changes', {
            name,
            body: toBody(part, { baseVersion, message }),
            signal,
          });
    saved = await request.catch((error: unknown) => {
      throw describePushError(error, { part, name, versions, terminal });
    });
    if (saved.created) versions.push(saved.version.version);
  }
  if (saved === undefined) throw new Error('there was nothing to send');
  return { ...saved, created: versions.length > 0, versions };
}

function toBody(
  { upsert, remove, order }: ChangePart,
  { baseVersion, message }: { readonly baseVersion: number; readonly message: string | undefined },
): Body<'POST /datasets/:name/changes'> {
  return {
    base_version: baseVersion,
    ...(upsert.length > 0 && { upsert: [...upsert] }),
    ...(remove.length > 0 && { remove: [...remove] }),
    ...(order.length > 0 && { order: [...order] }),
    message,
  };
}

interface FailedPart {
  readonly part: ChangePart;
  readonly name: string;
  readonly versions: readonly number[];
  readonly terminal: PushContext['terminal'];
}

/** Says what the others changed, or names the refused scenarios as the files do. */
function describePushError(error: unknown, failed: FailedPart): unknown {
  if (!(error instanceof ApiError)) return error;
  const { name, versions, part } = failed;
  const state =
    versions.length === 0
      ? 'nothing was pushed'
      : `only ${versions.map((one) => `${name}@${one}`).join(', ')} was pushed`;
  if (error.code === 'version_conflict' && error.conflict !== undefined) {
    return describeConflict(error.conflict, { ...failed, state, error });
  }
  if (error.errors.length === 0) return error;
  const lines = error.errors.map(({ pointer, detail }) => {
    const [, index, ...rest] = fromPointer(pointer);
    const id = part.upsert[Number(index)]?.id;
    const where = id === undefined ? pointer : [id, rest.join('.')].filter(Boolean).join(': ');
    return `${where}: ${detail}`;
  });
  return new CliError(EXIT.usage, [state, ...lines].join('\n'), { cause: error });
}

function describeConflict(
  { base_version: base, latest_version: latest, author, changes, total }: DatasetConflict,
  {
    name,
    state,
    terminal,
    error,
  }: FailedPart & { readonly state: string; readonly error: ApiError },
): CliError {
  const since = base === null ? '' : ` since version ${base}`;
  const by = author === null ? '' : ` by ${author}`;
  const lines = changes.map((change) => describeScenario(change, terminal.columns));
  const more = total - changes.length;
  return new CliError(
    EXIT.fail,
    [
      `${state}: ${name} was changed${since}; version ${latest} was made${by}`,
      ...lines,
      ...(more > 0 ? [`and ${formatMany(more, 'scenario')} more`] : []),
      `Read the changes with \`${callFairtrial(`datasets pull ${name} -o FILE`)}\`, add yours to that file, and push it with --base ${latest}.`,
    ].join('\n'),
    { cause: error },
  );
}
