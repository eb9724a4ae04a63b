import type { EvaluationResponse } from '@fairtrial/contracts';
import { evaluate } from '../calls/evaluate.ts';
import { chatCompletion, sendJson, startStub, type Stub } from '../stubs/start-stub.ts';

/** Nine scenarios of one turn that expect a label and no wording, so that verdicts rest on checks. */
const SCENARIOS = Array.from({ length: 9 }, (_, at) => ({
  id: `scenario-${at}`,
  name: `Scenario ${at}`,
  interactions: [
    { id: 'turn', user_message: `Question ${at}`, reference_metadata: { intent: 'ask' } },
  ],
}));

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

/**
 * An endpoint whose models differ in their labels. `steady` is always right, `worse` is wrong in one of three attempts at
 * each scenario, `patchy` is right but does not answer the first question.
 */
export function startLabellingEndpoint(): Promise<Stub> {
  const counts = new Map<string, number>();
  return startStub(({ body }, response) => {
    const { model, messages } = body as ChatBody;
    const key = `${model} ${messages.at(-1)?.content}`;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    if (key === 'patchy Question 0' && count === 0) {
      sendJson(response, { error: { message: 'no' } }, 400);
      return;
    }
    const intent = model === 'worse' && count % 3 === 0 ? 'other' : 'ask';
    sendJson(response, { ...chatCompletion('Fine.'), metadata: { intent } });
  });
}

/** Plays six attempts at each scenario: enough for verdicts on single scenarios. */
export function runLabelled(
  evals: { readonly url: string },
  changes: object,
): Promise<EvaluationResponse> {
  return evaluate(evals, {
    test_batch: SCENARIOS,
    test_name: 'labels',
    attempts: 6,
    ...changes,
  });
}
