import type { InteractionRow, InteractionView, RunView, TestBatch } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
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
import { AttemptPicker } from './attempt-picker.tsx';
import { InteractionHead } from './interaction-head.tsx';
import { ScoresCard } from './scores-card.tsx';
import { TextsCard } from './texts-card.tsx';
import { Transcript } from './transcript.tsx';
import { useInteractionKeys } from './use-interaction-keys.ts';

const route = getRouteApi('/console/runs/$runId/$scenario/$turn');

/** One interaction: what was said, how far it is from the reference, and what it is worth. */
export function InteractionScreen(): ReactNode {
  const params = route.useParams();
  const { attempt = 0 } = route.useSearch();
  const client = useClient();
  const place = {
    scenario: readOrdinal(params.scenario) ?? 0,
    turn: readOrdinal(params.turn) ?? 0,
    attempt,
  };
  const run = useQuery(runQuery(client, params.runId));
  const turn = useQuery(turnQuery(client, params.runId, place));
  const scenario = useQuery(scenarioQuery(client, params.runId, place.scenario));
  const attempts = useQuery(attemptsQuery(client, params.runId, place));
  const said = useQuery(
    transcriptQuery(client, params.runId, { scenario: place.scenario, attempt }),
  );
  // All of it at once: the page is built once, and nothing on it moves.
  if (run.data && turn.data && scenario.data && attempts.data && said.data) {
    const parts = { scenario: scenario.data, attempts: attempts.data, said: said.data };
    return <Interaction run={run.data} view={turn.data} {...parts} />;
  }
  const asked = [run, turn, scenario, attempts, said];
  const error = asked.find((one) => one.error)?.error;
  const retry = (): void => asked.forEach((one) => void one.refetch());
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
  /** What was said in this attempt. */
  readonly said: readonly InteractionRow[];
}

function Interaction(props: InteractionProps): ReactNode {
  const { run, view, scenario, attempts, said } = props;
  const search = route.useSearch();
  const { attempt, turn } = view;
  const go = useInteractionKeys({ run, view, attempts: attempts.length, search });
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
        onPick={go.attempt}
      />
      <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,9fr)_minmax(0,5fr)] gap-3 max-lg:grid-cols-1">
        <Transcript
          messages={turns.map(({ user_message }) => user_message)}
          said={said}
          current={turn}
          passThreshold={passThreshold}
          onOpen={go.turn}
        />
        <TextsCard view={view} show={search.view ?? 'diff'} onShow={go.view} />
        <ScoresCard view={view} attempts={attempts} passThreshold={passThreshold} />
      </div>
    </>
  );
}
