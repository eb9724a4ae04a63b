import type { RunHead, Settings } from '@assay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/api-context.ts';
import { agentModelsQuery, type ChatModel } from '../../data/agent-queries.ts';
import type { Suggestion } from '../../ui/autocomplete.tsx';

interface Targets {
  readonly endpoints: readonly Suggestion[];
  readonly models: readonly Suggestion[];
}

/** Endpoints and models that are probably meant: those of the operator, then those of earlier runs. */
export function useTargets(
  settings: Settings,
  runs: readonly RunHead[],
  endpoint: string,
): Targets {
  const { agent, endpoints } = settings;
  const isAgent = agent !== null && isSame(agent.url, endpoint);
  const { data: models = [] } = useQuery(agentModelsQuery(useClient(), isAgent));
  return {
    endpoints: unique([
      ...(agent ? [{ value: agent.url, label: 'Agent backend' }] : []),
      ...endpoints.map((value) => ({ value })),
      ...runs.map((run) => ({ value: run.endpoint })),
    ]),
    models: unique([
      ...(isAgent ? models.map(toSuggestion) : []),
      ...runs
        .filter((run) => isSame(run.endpoint, endpoint))
        .map((run) => ({ value: run.model_id })),
    ]),
  };
}

function toSuggestion({ id, name }: ChatModel): Suggestion {
  return { value: id, label: name };
}

function unique(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ value }) => !seen.has(value) && seen.add(value));
}

function isSame(a: string, b: string): boolean {
  return a.replace(/\/+$/, '') === b.replace(/\/+$/, '');
}
