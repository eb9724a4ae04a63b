import type {
  Comparison,
  Settings,
  TestCall,
  TestCallResult,
  TestHistory,
} from '@fairtrial/contracts';
import { createAgentApi, type AgentApi } from './agent-api.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import {
  createConversationsApi,
  createDatasetsApi,
  type ConversationsApi,
  type DatasetsApi,
} from './datasets-api.ts';
import { createOperationsApi, type OperationsApi } from './operations-api.ts';
import { createRunsApi, type CallOptions, type RunsApi } from './runs-api.ts';
import { createTargetsApi, type TargetsApi } from './targets-api.ts';

export interface ClientOptions extends SenderOptions {
  /** Base URL of the agent backend. Default: `baseUrl`. */
  readonly agentUrl?: string | undefined;
}

export type TestCallInput = (typeof TestCall)['_zod']['input'];

export interface CompareQuery {
  readonly baseline: string;
  readonly candidate: string;
  /** Smaller differences are not a relevant change. */
  readonly margin?: number | undefined;
  /** The metric to compare. Default: `overall`. */
  readonly metric?: string | undefined;
  /** `false` omits the interactions. */
  readonly interactions?: boolean | undefined;
}

export interface HistoryQuery {
  readonly test_name: string;
  /** Number of latest runs. Default: 14. */
  readonly runs?: number | undefined;
  /** Maximum number of scenarios. Default: 30. */
  readonly scenarios?: number | undefined;
}

/** Client of both services, with one function per route. */
export interface Client {
  readonly runs: RunsApi;
  readonly targets: TargetsApi;
  readonly datasets: DatasetsApi;
  readonly conversations: ConversationsApi;
  compare(query: CompareQuery, options?: CallOptions): Promise<Comparison>;
  /** Latest runs of one test. */
  history(query: HistoryQuery, options?: CallOptions): Promise<TestHistory>;
  /** Configuration of the evaluation service. */
  settings(options?: CallOptions): Promise<Settings>;
  /** Sends one request to an endpoint, as a run would. */
  testCall(call: TestCallInput, options?: CallOptions): Promise<TestCallResult>;
  readonly service: OperationsApi;
  readonly agent: AgentApi & { readonly service: OperationsApi };
}

export function createClient({ agentUrl, ...options }: ClientOptions): Client {
  const evals = createSender(options);
  const agent = createSender({ ...options, baseUrl: agentUrl ?? options.baseUrl });
  return {
    runs: createRunsApi(evals),
    targets: createTargetsApi(evals),
    datasets: createDatasetsApi(evals),
    conversations: createConversationsApi(evals),
    compare: (query, { signal } = {}) =>
      evals.json({ path: '/compare', query: { ...query }, signal }),
    history: (query, { signal } = {}) =>
      evals.json({ path: '/history', query: { ...query }, signal }),
    settings: ({ signal } = {}) => evals.json({ path: '/settings', signal }),
    testCall: (body, { signal } = {}) =>
      evals.json({ method: 'POST', path: '/test-call', body, signal }),
    service: createOperationsApi(evals),
    agent: { ...createAgentApi(agent), service: createOperationsApi(agent) },
  };
}
