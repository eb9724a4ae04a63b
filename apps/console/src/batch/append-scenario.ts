import { readBatch } from './read-batch.ts';

/** The name of the draft that holds the batch of a new run. */
export const BATCH_DRAFT = 'batch';

export interface ScenarioInput {
  readonly name: string;
  readonly interactions: readonly {
    readonly user_message: string;
    readonly reference_reply: string;
  }[];
}

/** Adds a scenario to a batch; starts a new batch if the text cannot be read. */
export function appendScenario(text: string, scenario: ScenarioInput): string {
  const { request = {} } = readBatch(text);
  const before: readonly unknown[] = [request.test_batch ?? []].flat();
  return `${JSON.stringify({ ...request, test_batch: [...before, scenario] }, undefined, 2)}\n`;
}
