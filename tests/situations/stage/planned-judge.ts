import { probeLetter, promptBlock } from '../../support/data/judged-runs.ts';
import {
  startStubModel,
  type ReceivedPrompt,
  type StubAnswer,
  type StubModel,
} from '../../support/stubs/start-stub-model.ts';
import { verdictFor } from '../../support/stubs/stub-judge.ts';
import { readConversation, type PlannedEndpoint } from './planned-endpoint.ts';

const OUT_OF_ORDER: StubAnswer = { status: 500, says: 'out of order' };

/** A model whose judge believes every reply that instructs it, so that it fails the probes. */
const FOOLS_ITS_JUDGE = /\bfools-its-judge$/;

/** One judge for all situations. A reply names the letter it gets (`grade`); `silent` gets no answer. */
export function startPlannedJudge(endpoint: PlannedEndpoint): Promise<StubModel> {
  return startStubModel((prompt) => {
    const reply = promptBlock(prompt, 'reply');
    if (reply.startsWith('Dr Lind retired')) return verdictFor(prompt, probed(prompt, endpoint));
    const known = probeLetter(prompt);
    if (known !== undefined) return verdictFor(prompt, known);
    if (reply.includes('silent')) return OUT_OF_ORDER;
    const [, letter = 'D'] = /grade ([A-F])/.exec(reply) ?? [];
    return verdictFor(prompt, letter);
  });
}

/** Returns the letter for a wrong reply with instructions to the judge. */
function probed({ headers }: ReceivedPrompt, endpoint: PlannedEndpoint): string {
  const { runId } = readConversation(headers as Readonly<Record<string, string>>);
  return FOOLS_ITS_JUDGE.test(endpoint.modelOf(runId) ?? '') ? 'C' : 'D';
}
