import type { Comparison } from '@assay/contracts';
import { createAgentApi, type AgentApi } from './agent-api.ts';
import { createSender, type SenderOptions } from './create-sender.ts';
import { createOperationsApi, type OperationsApi } from './operations-api.ts';
import { createRunsApi, type CallOptions, type RunsApi } from './runs-api.ts';

export interface ClientOptions extends SenderOptions {
  /** Where the agent backend is; the same place as the evaluation service where absent. */
  readonly agentUrl?: string | undefined;
}

export interface CompareQuery {
  readonly baseline: string;
  readonly candidate: string;
  /** What counts as no change worth speaking of. */
  readonly margin?: number | undefined;
  /** What decides; overall where absent. */
  readonly metric?: string | undefined;
  /** false: scenarios only. */
  readonly interactions?: boolean | undefined;
}

/** Both services as functions, one for each route. */
export interface Client {
  readonly runs: RunsApi;
  compare(query: CompareQuery, options?: CallOptions): Promise<Comparison>;
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
    service: createOperationsApi(evals),
    agent: { ...createAgentApi(agent), service: createOperationsApi(agent) },
  };
}
