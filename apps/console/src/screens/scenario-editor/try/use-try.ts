import type { Body } from '@fairtrial/client';
import type { RunView, Settings } from '@fairtrial/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { agentModelsQuery, type ChatModel } from '../../../data/agent-queries.ts';
import { useClient } from '../../../data/api-context.ts';
import { isTransientError } from '../../../data/create-query-client.ts';
import { isOver, TRY_TAG } from '../../../data/run-queries.ts';
import { settingsQuery } from '../../../data/settings-query.ts';
import { readDraft, writeDraft } from '../../../data/use-draft.ts';
import type { Fields, ScenarioForm } from '../form/scenario-form.ts';

const POLL_MS = 700;
const MAX_NAME = 200;

export interface TryTarget {
  readonly endpoint: string;
  readonly setEndpoint: (endpoint: string) => void;
  readonly model: string;
  readonly setModel: (model: string) => void;
  readonly models: readonly ChatModel[];
  readonly settings: Settings | undefined;
}

/** The endpoint and the model, as they were chosen last. */
export function useTryTarget(): TryTarget {
  const client = useClient();
  const { data: settings } = useQuery(settingsQuery(client));
  const [typedEndpoint, setEndpoint] = useRemembered('try-endpoint');
  const [typedModel, setModel] = useRemembered('try-model');
  const agentUrl = settings?.agent?.url;
  const endpoint = typedEndpoint ?? agentUrl ?? settings?.endpoints[0] ?? '';
  const isAgent = agentUrl === endpoint;
  const { data: models = [] } = useQuery(agentModelsQuery(client, isAgent));
  const model = typedModel ?? firstOf(isAgent ? models : []);
  return { endpoint, setEndpoint, model, setModel, models, settings };
}

function firstOf([first]: readonly ChatModel[]): string {
  return first?.id ?? '';
}

/** What was typed last in this tab; `undefined` if nothing was. An emptied field stays empty. */
function useRemembered(name: string): readonly [string | undefined, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name) || undefined);
  return [
    text,
    (next) => {
      writeDraft(name, next);
      setText(next);
    },
  ];
}

/** A run of the scenario as it was when it was tried. */
export interface Try {
  readonly start: () => void;
  readonly isStarting: boolean;
  readonly error: Error | null;
  readonly run: RunView | undefined;
  readonly isRunning: boolean;
  readonly tried: TriedScenario | undefined;
}

interface TriedScenario {
  readonly scenario: Fields;
  /** The keys of its turns: turns can be moved or deleted while it runs. */
  readonly turnKeys: readonly number[];
}

interface TryInput {
  readonly form: ScenarioForm;
  readonly scenario: Fields;
  readonly target: Pick<TryTarget, 'endpoint' | 'model'>;
}

/** Starts a real run with only this scenario, and follows it. Nothing is saved in the dataset. */
export function useTry({ form, scenario, target }: TryInput): Try {
  const client = useClient();
  const [tried, setTried] = useState<TriedScenario>();
  const start = useMutation({
    mutationFn: (request: Body<'POST /evaluate'>) => client.start(request),
  });
  const runId = start.data?.run_id;
  const run = useQuery({
    queryKey: ['try', runId],
    queryFn: ({ signal }) => client.request('GET /runs/:run_id', { run_id: runId ?? '', signal }),
    enabled: runId !== undefined,
    refetchInterval: ({ state: { data, error } }) =>
      isTransientError(error) || (data && !isOver(data.state)) ? POLL_MS : false,
  });
  return {
    start() {
      setTried({ scenario, turnKeys: form.turns.map(({ key }) => key) });
      start.mutate(toRequest(form.name, scenario, target));
    },
    isStarting: start.isPending,
    error: start.error ?? run.error,
    run: run.data,
    isRunning:
      start.isPending ||
      (runId !== undefined && !run.error && !isOver(run.data?.state ?? 'running')),
    tried,
  };
}

function toRequest(
  name: string,
  scenario: Fields,
  { endpoint, model }: TryInput['target'],
): Body<'POST /evaluate'> {
  const request = {
    test_batch: scenario,
    endpoint: endpoint.trim(),
    model_id: model.trim(),
    attempts: 1,
    test_name: `try: ${name.trim() || 'new scenario'}`.slice(0, MAX_NAME),
    tags: [TRY_TAG],
  };
  // The service validates the scenario; its errors are shown by field.
  return request;
}
