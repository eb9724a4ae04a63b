import type { ServerResponse } from 'node:http';
import { chatCompletion, sendJson, startStub, type SeenRequest, type Stub } from './start-stub.ts';

/** The right answer, and one that fails the check of `versionBatch`. */
const REPLIES: Readonly<Record<string, string>> = {
  v1: 'It takes five working days.',
  v2: 'I do not know.',
};

/**
 * Scenarios whose check the model `v1` passes in every attempt and `v2` in none; a failed check does not fail the run.
 */
export function versionBatch(scenarios = 1): object[] {
  return Array.from({ length: scenarios }, (_, at) => ({
    id: `scenario-${at}`,
    interactions: [
      {
        user_message: `How long does transfer ${at} take?`,
        checks: [{ id: 'days', contains: 'five', optional: true }],
      },
    ],
  }));
}

/** An endpoint with the models `v1` and `v2`; the test may answer some of the calls itself later. */
export function startVersions(hold: (call: VersionCall) => boolean = () => false): Promise<Stub> {
  return startStub((request, response) => {
    const { model } = request.body as { model: string };
    const answer = (): void => sendJson(response, chatCompletion(REPLIES[model] ?? ''));
    if (!hold({ model, request, response, answer })) answer();
  });
}

export interface VersionCall {
  readonly model: string;
  readonly request: SeenRequest;
  readonly response: ServerResponse;
  readonly answer: () => void;
}
