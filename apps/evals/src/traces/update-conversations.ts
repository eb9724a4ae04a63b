import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  deleteConversations,
  listSpanning,
  saveConversations,
  type ConversationRow,
} from '../db/traces/conversations.ts';
import {
  listSpans,
  lockAll,
  measureConversations,
  type ConversationSize,
} from '../db/traces/spans.ts';
import type { SqlExecutor, Transactor } from '../db/connection/sql.ts';
import type { SpanContent } from './span-content.ts';
import { summarize } from './summarize.ts';

const REFRESHED_AT_ONCE = 50;

/** Updates conversations that started before a day (`YYYY-MM-DD`), after the spans before that day were removed. */
export async function refreshConversations(
  database: Transactor,
  { oldest, signal }: { readonly oldest: string; readonly signal: AbortSignal },
): Promise<void> {
  let after = { project: '', id: '' };
  while (!signal.aborted) {
    const found = await listSpanning(database, { oldest, after, limit: REFRESHED_AT_ONCE });
    for (const [project, some] of Map.groupBy(found, (one) => one.project)) {
      const ids = some.map(({ id }) => id);
      await database.transaction(async (tx) => {
        await lockAll(tx, 'conversation', { project, ids });
        await updateConversations(tx, project, ids);
      });
    }
    const last = found.at(-1);
    if (last === undefined) break;
    after = last;
  }
}

/** Conversations are read together up to this size, so that a request needs few statements and little memory. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** Writes what lists show of these conversations; deletes those without a message. */
export async function updateConversations(
  tx: SqlExecutor,
  project: string,
  ids: readonly string[],
): Promise<void> {
  const sizes = await measureConversations(tx, project, ids);
  const empty = ids.filter((id) => !sizes.has(id));
  for (const some of groupBySize(sizes)) {
    const spans = await listSpans<SpanContent>(tx, project, some);
    const byId = Map.groupBy(spans, ({ conversation }) => conversation);
    const rows: ConversationRow[] = [];
    for (const id of some) {
      const row = summarize(id, byId.get(id) ?? []);
      if (row === undefined) empty.push(id);
      else rows.push(row);
      await nextTurn(); // other requests are handled in between
    }
    await saveConversations(tx, project, rows);
  }
  await deleteConversations(tx, project, empty);
}

function groupBySize(sizes: ReadonlyMap<string, ConversationSize>): readonly string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const [id, { bytes }] of sizes) {
    const last = groups.at(-1);
    if (last === undefined || bytes > room) {
      groups.push([id]);
      room = BYTES_AT_ONCE - bytes;
    } else {
      last.push(id);
      room -= bytes;
    }
  }
  return groups;
}
