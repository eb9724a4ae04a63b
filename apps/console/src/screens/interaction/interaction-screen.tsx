import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOrdinal } from '../../format/read-fields.ts';
import { isSimulatedTurn } from '../../format/simulated-user.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { ReplyPair } from './pair/reply-pair.tsx';
import { SingleReply } from './single-reply.tsx';
import { NO_SUCH_TURN, useBaselineReply } from './pair/use-baseline-reply.ts';
import { useReply, type Reply } from './use-reply.ts';

const route = getRouteApi('/console/runs/$runId/$scenario/$turn');

const NOT_COMPARED =
  'Conversations with a simulated user are not compared turn by turn, because their messages differ. Open the baseline to read its conversations.';

/**
 * One interaction: its conversation, its reply and the explanation of its score; next to a baseline if there is one.
 */
export function InteractionScreen(): ReactNode {
  const { runId, ...params } = route.useParams();
  const search = route.useSearch();
  const position = {
    scenario: readOrdinal(params.scenario) ?? 0,
    turn: readOrdinal(params.turn) ?? 0,
    attempt: search.attempt ?? 0,
  };
  const { reply, error, longerAttempt, retry } = useReply(runId, position);
  const baseline = useBaselineReply(runId, position, search);
  if (longerAttempt !== undefined) {
    return (
      <Navigate
        from="/console/runs/$runId/$scenario/$turn"
        to="."
        search={{ ...search, attempt: longerAttempt }}
        replace
      />
    );
  }
  // Rendered only when everything is loaded, to avoid layout shift.
  if (reply && baseline.state === 'none') {
    return <SingleReply reply={reply} search={search} note={explain(reply, baseline.note)} />;
  }
  if (reply && baseline.state === 'loaded') {
    return <ReplyPair reply={reply} baseline={baseline} search={search} />;
  }
  return (
    <>
      <PageHead title="Interaction" />
      {!error && <Skeleton label="the interaction" />}
      {error && (
        <Failure what="The interaction could not be loaded" error={error} onRetry={retry} />
      )}
    </>
  );
}

/** The reason why the baseline is not shown. */
function explain({ view }: Reply, note: string | undefined): string | undefined {
  return isSimulatedTurn(view) && note === NO_SUCH_TURN ? NOT_COMPARED : note;
}
