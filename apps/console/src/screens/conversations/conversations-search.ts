import type { Query } from '@fairtrial/client';
import { compact, readOneOf, readOrdinal, readText } from '../../format/read-fields.ts';

const OUTCOMES = ['failed', 'ok'] as const;

/** The search parameters of the list of conversations. */
export interface ConversationsSearch {
  readonly q?: string;
  readonly model?: string;
  readonly tool?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
  /** The first and the last day, as YYYY-MM-DD in the reader's time zone. */
  readonly from?: string;
  readonly to?: string;
  /** The row that `j` and `k` move from. */
  readonly row?: number;
}

export function readConversationsSearch(
  search: Readonly<Record<string, unknown>>,
): ConversationsSearch {
  return compact({
    q: readText(search['q']),
    model: readText(search['model']),
    tool: readText(search['tool']),
    outcome: readOneOf(search['outcome'], OUTCOMES),
    from: readDay(search['from']),
    to: readDay(search['to']),
    row: readOrdinal(search['row']),
  });
}

function readDay(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  return isDay && startOfDay(value, 0) !== undefined ? value : undefined;
}

/** The start of a day or of a later one; `undefined` if there is no such day. */
function startOfDay(day: string, later: number): string | undefined {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** The same filter for the service, which takes times instead of days. */
export function toConversationsQuery(search: ConversationsSearch): Query<'GET /conversations'> {
  const { q, model, tool, outcome, from, to } = search;
  return compact({
    q,
    model,
    tool,
    failed: outcome === undefined ? undefined : outcome === 'failed',
    from: from === undefined ? undefined : startOfDay(from, 0),
    to: to === undefined ? undefined : startOfDay(to, 1),
  });
}
