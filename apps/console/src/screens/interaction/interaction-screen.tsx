import type { InteractionRow, InteractionView, RunView, TestBatch } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../data/api-context.ts';
import {
  attemptsQuery,
  scenarioQuery,
  transcriptQuery,
  turnQuery,
} from '../../data/row-queries.ts';
import { runQuery } from '../../data/run-queries.ts';
import { readOrdinal } from '../../format/read-fields.ts';
import { Failure } from '../../parts/failure.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { RunSearch } from '../run/run-search.ts';
import { AttemptPicker } from './attempt-picker.tsx';
import { ScoresCard } from './scores-card.tsx';
import { TextsCard } from './texts-card.tsx';
import { Transcript } from './transcript.tsx';
import { useInteractionNavigation } from './use-interaction-navigation.ts';

const route = getRouteApi('/console/runs/$runId/$scenario/$turn');

/** One interaction: its transcript, its reply against the reference, and its scores. */
export function InteractionScreen(): ReactNode {
  const params = route.useParams();
  const { attempt = 0 } = route.useSearch();
  const client = useClient();
  const position = {
    scenario: readOrdinal(params.scenario) ?? 0,
    turn: readOrdinal(params.turn) ?? 0,
    attempt,
  };
  const run = useQuery(runQuery(client, params.runId));
  const turn = useQuery(turnQuery(client, params.runId, position));
  const scenario = useQuery(scenarioQuery(client, params.runId, position.scenario));
  const attempts = useQuery(attemptsQuery(client, params.runId, position));
  const transcript = useQuery(
    transcriptQuery(client, params.runId, { scenario: position.scenario, attempt }),
  );
  // Rendered once everything is loaded, so that nothing on the page moves.
  if (run.data && turn.data && scenario.data && attempts.data && transcript.data) {
    const parts = { scenario: scenario.data, attempts: attempts.data, transcript: transcript.data };
    return <Interaction run={run.data} view={turn.data} {...parts} />;
  }
  const queries = [run, turn, scenario, attempts, transcript];
  const error = queries.find((one) => one.error)?.error;
  const retry = (): void => queries.forEach((one) => void one.refetch());
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

interface InteractionProps {
  readonly run: RunView;
  readonly view: InteractionView;
  readonly scenario: TestBatch;
  readonly attempts: readonly InteractionRow[];
  /** The turns of this attempt. */
  readonly transcript: readonly InteractionRow[];
}

function Interaction(props: InteractionProps): ReactNode {
  const { run, view, scenario, attempts, transcript } = props;
  const search = route.useSearch();
  const { attempt, turn } = view;
  const navigation = useInteractionNavigation({ run, view, attempts: attempts.length, search });
  const turns = scenario.interactions;
  const passThreshold = search.pass_threshold ?? run.result?.pass_threshold ?? undefined;
  return (
    <>
      <InteractionHead
        run={run}
        name={scenario.name ?? view.scenario_id}
        turn={turn}
        turns={turns.length}
        search={search}
      />
      <AttemptPicker
        attempts={attempts}
        current={attempt}
        passThreshold={passThreshold}
        onPick={navigation.attempt}
      />
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,9fr)_minmax(0,5fr)] gap-3 max-lg:grid-cols-1">
        <Transcript
          messages={turns.map(({ user_message }) => user_message)}
          replies={transcript}
          current={turn}
          passThreshold={passThreshold}
          onOpen={navigation.turn}
        />
        <TextsCard view={view} show={search.view ?? 'diff'} onShow={navigation.view} />
        <ScoresCard view={view} attempts={attempts} passThreshold={passThreshold} />
      </div>
    </>
  );
}

interface InteractionHeadProps {
  readonly run: RunView;
  readonly name: string;
  readonly turn: number;
  readonly turns: number;
  /** The list that it was opened from. */
  readonly search: RunSearch;
}

function InteractionHead({ run, name, turn, turns, search }: InteractionHeadProps): ReactNode {
  const of = turns > 0 ? ` of ${turns}` : '';
  return (
    <PageHead
      title={`${name} · turn ${turn + 1}${of}`}
      crumbs={
        <>
          <Link to="/console/runs" className="hover:underline">
            Runs
          </Link>
          {' / '}
          <Link
            to="/console/runs/$runId"
            params={{ runId: run.run_id }}
            search={search}
            className="hover:underline"
          >
            {run.test_name}
          </Link>
          {' / '}
          {run.model_id}
        </>
      }
      verdict={<span className="text-dim">j/k next · 1–9 attempt · d view · Esc back</span>}
    />
  );
}
