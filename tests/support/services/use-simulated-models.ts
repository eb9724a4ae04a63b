import type { Complete } from '@fairtrial/models';
import { after, before } from 'node:test';
import { openModelAccess } from '../stubs/start-stub-model.ts';
import { startService, type Service } from './start-service.ts';

export interface SimulatedModels {
  complete(deadlineMs?: number): Complete;
  /** Returns the answer of the judge that obeys instructions to a prompt without protection. */
  askUnprotected(properties: object, content: string): Promise<unknown>;
}

/** Starts a simulator before the tests of a suite, and stops it after them. */
export function useSimulatedModels(): SimulatedModels {
  const reach = openModelAccess();
  let simulator: Service;
  before(async () => {
    simulator = await startService('simulator');
  });
  after(async () => {
    await reach[Symbol.asyncDispose]();
    await simulator[Symbol.asyncDispose]();
  });
  return {
    complete: (deadlineMs) => reach.completeAt(simulator.url, deadlineMs),
    async askUnprotected(properties, content) {
      const schema = { type: 'object', properties };
      const response = await fetch(`${simulator.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'sim/judge-obeys',
          messages: [{ role: 'user', content }],
          response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
        }),
      });
      const completion = (await response.json()) as { choices: [{ message: { content: string } }] };
      return JSON.parse(completion.choices[0].message.content);
    },
  };
}
