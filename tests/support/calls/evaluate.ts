import { EvaluationResponse, type InteractionResult } from '@fairtrial/contracts';
import assert from 'node:assert/strict';

/** The request in the tables of the specification: every field, one interaction. */
export function createRequest(changes: object = {}): object {
  return {
    test_batch: {
      id: 'scenario-1',
      description: 'A greeting',
      interactions: [
        {
          id: 'interaction-1',
          user_message: 'Hello',
          agent_reply: '',
          reference_reply: 'Hi, how can I help?',
          interaction_type: 'opening',
          reference_metadata: { intent: 'greet', sentiment: 'positive' },
          generated_metadata: {},
        },
      ],
    },
    endpoint: 'http://127.0.0.1:1/',
    model_id: 'model-1',
    attempts: 1,
    test_name: 'first test',
    ...changes,
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Posts to an evaluation service and returns any answer. */
export async function postEvaluate(
  evals: { readonly url: string },
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${evals.url}/evaluate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Posts a request, expects a completed run and checks its answer against the contract. */
export async function evaluate(
  evals: { readonly url: string; readonly output?: () => string },
  changes: object = {},
): Promise<EvaluationResponse> {
  const { status, body } = await postEvaluate(evals, createRequest(changes));
  if (status !== 200) {
    const log = (evals.output?.() ?? '').split('\n').filter((line) => line.includes('refused'));
    assert.fail([JSON.stringify(body), ...log].join('\n'));
  }
  return EvaluationResponse.parse(body);
}

/** The turns of one attempt at the first scenario. */
export function listTurns(answer: EvaluationResponse, attempt = 0): InteractionResult[] {
  return answer.results.scenarios[0]?.attempts[attempt]?.interactions ?? [];
}

/** The first interaction of the first attempt of the first scenario. */
export function firstInteraction(answer: EvaluationResponse): InteractionResult {
  const [first] = listTurns(answer);
  assert.ok(first);
  return first;
}
