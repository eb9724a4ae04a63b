import type {
  InteractionRow,
  InteractionView,
  RunView,
  TestBatch,
  TurnPosition,
} from '@fairtrial/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useClient } from '../../data/api-context.ts';
import {
  attemptsQuery,
  scenarioQuery,
  transcriptQuery,
  turnQuery,
} from '../../data/row-queries.ts';
import { isOver, runQuery } from '../../data/run-queries.ts';

/** A reply with its context. */
export interface Reply {
  readonly run: RunView;
  readonly view: InteractionView;
  readonly scenario: TestBatch;
  readonly attempts: readonly InteractionRow[];
  /** The turns of this attempt. */
  readonly transcript: readonly InteractionRow[];
}

export interface LoadedReply {
  /** `undefined` until everything is loaded, to avoid layout shift. */
  readonly reply: Reply | undefined;
  readonly error: Error | undefined;
  /** Another attempt that has the turn, if this one ended before it; `undefined` otherwise. */
  readonly longerAttempt: number | undefined;
  readonly retry: () => void;
}

/** Poll interval for scores while a judge is grading. */
const POLL_MS = 1500;

/** Loads a reply; does nothing without a position. */
export function useReply(runId: string, position: TurnPosition | undefined): LoadedReply {
  const client = useClient();
  const enabled = position !== undefined;
  const { scenario, turn, attempt } = position ?? { scenario: 0, turn: 0, attempt: 0 };
  const run = useQuery({ ...runQuery(client, runId), enabled });
  const isLive = run.data !== undefined && !isOver(run.data.state);
  const live = { enabled, refetchInterval: isLive ? POLL_MS : (false as const) };
  const view = useQuery({
    ...turnQuery(client, runId, { scenario, turn, attempt }),
    ...live,
    placeholderData: (shown, query) =>
      isOfRun(query, runId) && shown?.scenario === scenario && shown.turn === turn
        ? shown
        : undefined,
  });
  const attempts = useQuery({ ...attemptsQuery(client, runId, { scenario, turn }), ...live });
  const transcript = useQuery({
    ...transcriptQuery(client, runId, { scenario, attempt }),
    ...live,
    placeholderData: (shown, query) =>
      isOfRun(query, runId) && shown?.[0]?.scenario === scenario ? shown : undefined,
  });
  const posted = useQuery({ ...scenarioQuery(client, runId, scenario), enabled });
  const queries = [run, view, attempts, transcript, posted];
  const retry = (): void => queries.forEach((one) => void one.refetch());
  useLastLook(isLive, () => [view, attempts, transcript].forEach((one) => void one.refetch()));
  return {
    reply:
      run.data && view.data && posted.data && attempts.data && transcript.data
        ? {
            run: run.data,
            view: view.data,
            scenario: posted.data,
            attempts: attempts.data,
            transcript: transcript.data,
          }
        : undefined,
    error: queries.find((one) => one.error)?.error ?? undefined,
    longerAttempt: findLongerAttempt(posted.data, attempts.data, view.error ? attempt : undefined),
    retry,
  };
}

/** Attempts with a simulated user differ in length. `missing` is the attempt whose turn could not be loaded. */
function findLongerAttempt(
  scenario: TestBatch | undefined,
  attempts: readonly InteractionRow[] = [],
  missing: number | undefined,
): number | undefined {
  if (!scenario?.user || missing === undefined) return undefined;
  const isThere = attempts.some(({ attempt }) => attempt === missing);
  return isThere ? undefined : attempts[0]?.attempt;
}

/**
 * True if the query is for this run. Another attempt stays on the page until the next one is loaded: an emptied page
 * would lose the focus.
 */
function isOfRun(
  query: { readonly queryKey: readonly unknown[] } | undefined,
  runId: string,
): boolean {
  return query?.queryKey[1] === runId;
}

/** Refetches once more when the run finishes: the last scores can be newer than the last poll. */
function useLastLook(isLive: boolean, look: () => void): void {
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (wasLive.current && !isLive) look();
    wasLive.current = isLive;
  });
}
