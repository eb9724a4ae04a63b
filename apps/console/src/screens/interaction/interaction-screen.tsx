import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOrdinal } from '../../format/read-fields.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { ReplyPair } from './pair/reply-pair.tsx';
import { SingleReply } from './single-reply.tsx';
import { useBaselineReply } from './pair/use-baseline-reply.ts';
import { useReply } from './use-reply.ts';

const route = getRouteApi('/console/runs/$runId/$scenario/$turn');

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
  const { reply, error, retry } = useReply(runId, position);
  const baseline = useBaselineReply(runId, position, search);
  // Rendered only when everything is loaded, to avoid layout shift.
  if (reply && baseline.state === 'none') {
    return <SingleReply reply={reply} search={search} note={baseline.note} />;
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
