import type { Comparison, Settings, TestCall, TestCallResult, TestHistory } from '@assay/contracts';
import { createAgentApi, type AgentApi } from './agent-api.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import { createOperationsApi, type OperationsApi } from './operations-api.ts';
import { createRunsApi, type CallOptions, type RunsApi } from './runs-api.ts';

export interface ClientOptions extends SenderOptions {
  /** Address of the agent backend; that of the evaluation service if absent. */
  readonly agentUrl?: string | undefined;
}

export type TestCallInput = (typeof TestCall)['_zod']['input'];

export interface CompareQuery {
  readonly baseline: string;
  readonly candidate: string;
  /** Smaller differences count as no change. */
  readonly margin?: number | undefined;
  /** The metric that decides; `overall` if absent. */
  readonly metric?: string | undefined;
  /** false: scenarios only. */
  readonly interactions?: boolean | undefined;
}

export interface HistoryQuery {
  readonly test_name: string;
  /** How many runs, the latest ones; 14 where absent. */
  readonly runs?: number | undefined;
  /** How many scenarios of them; 30 where absent. */
  readonly scenarios?: number | undefined;
}

/** Both services as functions, one for each route. */
export interface Client {
  readonly runs: RunsApi;
  compare(query: CompareQuery, options?: CallOptions): Promise<Comparison>;
  /** The last runs of one test. */
  history(query: HistoryQuery, options?: CallOptions): Promise<TestHistory>;
  /** How the evaluation service is set up. */
  settings(options?: CallOptions): Promise<Settings>;
  /** Asks an endpoint once, as a run would. */
  testCall(call: TestCallInput, options?: CallOptions): Promise<TestCallResult>;
  readonly service: OperationsApi;
  readonly agent: AgentApi & { readonly service: OperationsApi };
}

export function createClient({ agentUrl, ...options }: ClientOptions): Client {
  const evals = createSender(options);
  const agent = createSender({ ...options, baseUrl: agentUrl ?? options.baseUrl });
  return {
    runs: createRunsApi(evals),
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
