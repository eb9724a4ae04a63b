import type { IncomingHttpHeaders } from 'node:http';
import { chatCompletion, sendJson, startStub, type Stub } from '../../support/stubs/start-stub.ts';

/** The position of a question: its run (0 for the first run of its model), its scenario and its attempt, all from 0. */
export interface Question {
  readonly run: number;
  readonly scenario: number;
  readonly attempt: number;
}

/** A text, a refusal, or a body in a custom shape. */
type PlannedReply = string | { readonly status: number } | { readonly body: object };

/** The replies of a model. They depend only on the question, so that a situation always has the same scores. */
export type Plan = (question: Question) => PlannedReply | Promise<PlannedReply>;

/** One endpoint for all situations: the model id selects the plan. */
export interface PlannedEndpoint extends AsyncDisposable {
  readonly url: string;
  addModel(id: string, plan: Plan): void;
  /** The model of a run; the judge knows only the run. */
  modelOf(runId: string): string | undefined;
}

export async function startPlannedEndpoint(): Promise<PlannedEndpoint> {
  const plans = new Map<string, Plan>();
  /** Runs by model, in order of their start. */
  const runs = new Map<string, string[]>();
  const runNumber = (model: string, runId: string): number => {
    const known = runs.get(model) ?? [];
    runs.set(model, known);
    if (!known.includes(runId)) known.push(runId);
    return known.indexOf(runId);
  };
  const stub: Stub = await startStub(async ({ body, headers }, response) => {
    const { model } = body as { readonly model: string };
    const { runId, scenario, attempt } = readConversation(headers);
    const plan = plans.get(model);
    if (plan === undefined) return sendJson(response, { error: { message: 'no such model' } }, 404);
    const reply = await plan({ run: runNumber(model, runId), scenario, attempt });
    if (typeof reply === 'string') return sendJson(response, chatCompletion(reply));
    if ('body' in reply) return sendJson(response, reply.body);
    return sendJson(response, { error: { message: 'out of order' } }, reply.status);
  });
  return {
    url: `${stub.url}/v1`,
    addModel: (id, plan) => void plans.set(id, plan),
    modelOf: (runId) => [...runs].find(([, known]) => known.includes(runId))?.[0],
    [Symbol.asyncDispose]: () => stub[Symbol.asyncDispose](),
  };
}

export interface Conversation {
  readonly runId: string;
  readonly scenario: number;
  readonly attempt: number;
}

/** The service sends run, scenario and attempt in a header of each request. */
export function readConversation(headers: Pick<IncomingHttpHeaders, string>): Conversation {
  const [runId = '', scenario, attempt] = String(headers['x-fairtrial-conversation']).split('/');
  return { runId, scenario: Number(scenario), attempt: Number(attempt) };
}
