/** The size of a run whose replies and conversations are judged. */
export interface GradedBatch {
  readonly scenarios: number;
  readonly attempts: number;
  readonly turns: number;
}

const ANSWER = 'It takes five working days.';
const CHECK = 'Says that it takes five working days';

/** Creates a request for the endpoint of `startUnsteady`: the first scenario is steady, the others are not. */
export function createGradedBody(endpoint: string, batch: GradedBatch, changes: object): string {
  const test_batch = Array.from({ length: batch.scenarios }, (_, scenario) => ({
    id: `scenario-${scenario}`,
    interactions: Array.from({ length: batch.turns }, (__, turn) => ({
      user_message: `How long does it take? Question ${turn} of scenario ${scenario}.`,
      reference_reply: ANSWER,
      checks: [CHECK],
    })),
    checks: [{ id: 'answers', text: CHECK }, { never: 'Promises a delivery on Monday' }],
  }));
  return JSON.stringify({
    test_batch,
    endpoint: `${endpoint}/v1`,
    model_id: 'unsteady',
    test_name: 'chaos',
    attempts: batch.attempts,
    concurrency: 4,
    ...changes,
  });
}

/** Lists the questions to the judge about one attempt: two about each turn, and one about the conversation. */
export function listQuestions(attempt: string, { turns }: GradedBatch): readonly string[] {
  const ofTurns = Array.from({ length: turns }, (_, turn) => [
    `${attempt}/${turn}/judge/0`,
    `${attempt}/${turn}/checks/0`,
  ]);
  return [...ofTurns.flat(), `${attempt}/conversation/checks/0`];
}
