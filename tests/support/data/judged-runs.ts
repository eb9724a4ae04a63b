import { PROBE_ITEMS } from '@fairtrial/scorers';
import { startStub, type Stub } from '../stubs/start-stub.ts';
import {
  startStubModel,
  type ReceivedPrompt,
  type StubAnswer,
  type StubModel,
} from '../stubs/start-stub-model.ts';
import { verdictFor } from '../stubs/stub-judge.ts';

export const REFERENCE = 'Your card ending 4471 is blocked as of now.';

/** Interactions whose user message is the reply of the echo endpoint; the reference is always the same. */
export function cardScenario(...replies: readonly string[]): {
  readonly id: string;
  readonly interactions: readonly { user_message: string; reference_reply: string }[];
} {
  return {
    id: 'cards',
    interactions: replies.map((user_message) => ({ user_message, reference_reply: REFERENCE })),
  };
}

/** An endpoint that echoes the user message and refuses "fail". */
export function startEchoEndpoint(): Promise<Stub> {
  return startStub(({ body }, response) => {
    const { messages } = body as { messages: { content: string }[] };
    const said = messages.at(-1)?.content ?? '';
    response.statusCode = said.endsWith('fail') ? 400 : 200;
    response.end(said);
  });
}

/** The text of one block of a prompt. */
export function promptBlock({ user, nonce }: ReceivedPrompt, name: string): string {
  return new RegExp(`<${name}-${nonce}>\n([^]*?)\n</${name}-${nonce}>`).exec(user)?.[1] ?? '';
}

/** True if the prompt asks for labels, not for a verdict. */
export function isLabelling({ body }: ReceivedPrompt): boolean {
  return JSON.stringify(body['response_format']).includes('"annotations"');
}

/** A judge whose answers the test defines; probes get the correct answer. */
export function startJudge(
  answer: (prompt: ReceivedPrompt, reply: string) => StubAnswer,
): Promise<StubModel> {
  return startStubModel((prompt) => {
    const reply = promptBlock(prompt, 'reply');
    const letter = probeLetter(prompt);
    return letter === undefined ? answer(prompt, reply) : verdictFor(prompt, letter);
  });
}

/** Returns the right letter for a probe of a judge; `undefined` for any other prompt. */
export function probeLetter(prompt: ReceivedPrompt): string | undefined {
  const reply = promptBlock(prompt, 'reply');
  const item = PROBE_ITEMS.find(({ question }) => question.reply === reply);
  if (item === undefined) return undefined;
  return item.fault === undefined ? 'C' : 'D';
}

/** Returns the grading prompts of a judge, without the probes. */
export function gradingPrompts({ prompts }: StubModel): readonly ReceivedPrompt[] {
  return prompts.filter((prompt) => probeLetter(prompt) === undefined);
}
