import type {
  AttemptResult,
  ConversationResult,
  EvaluationResponse,
  UserReport,
  UserResult,
} from '@fairtrial/contracts';
import assert from 'node:assert/strict';
import { startService, type Service } from '../services/start-service.ts';
import type { ReceivedPrompt, StubModel } from '../stubs/start-stub-model.ts';
import { startStubModel } from '../stubs/start-stub-model.ts';
import {
  chatCompletion,
  sendJson,
  startStub,
  type Respond,
  type Stub,
} from '../stubs/start-stub.ts';
import { verdictFor } from '../stubs/stub-judge.ts';
import {
  auditAs,
  isAudit,
  startStubUser,
  type Found,
  type Said,
  type StubUser,
  type UserPrompt,
} from '../stubs/stub-user.ts';
import { probeLetter } from './judged-runs.ts';

/** A simulated user as it is posted. */
export const USER = {
  goal: 'Get a new card.',
  persona: 'In a hurry, short sentences.',
  facts: { name: 'Ada', card: 4471, blocked: true },
  max_turns: 4,
};

/** A scenario without a script. */
export const USER_SCENARIO = { id: 'new-card', user: USER };

/** How the stubs of a stage answer. */
export interface Plays {
  /** The model of the user. Default: it asks for a card, and thanks in its second message, which is its last. */
  readonly say: (prompt: UserPrompt) => Said | { readonly status: number; readonly says: string };
  /** The judge of an audit; any other question is answered with full marks. Default: the goal is reached, and the user made no fault. */
  readonly find: (prompt: ReceivedPrompt) => Found | Promise<Found>;
  /** The endpoint. Default: it repeats the last message, and refuses one that ends with "fail". */
  readonly reply: Respond;
}

const DEFAULT_PLAYS: Plays = {
  say: ({ turn }) =>
    turn === 0
      ? { message: 'I need a new card.' }
      : { message: `Thank you for turn ${turn}.`, done: true },
  find: () => ({}),
  reply: ({ body }, response) => {
    const { messages } = body as { messages: readonly { content: string }[] };
    const said = messages.at(-1)?.content ?? '';
    if (said.endsWith('fail')) sendJson(response, { error: 'refused' }, 400);
    else sendJson(response, chatCompletion(`You said: ${said}`));
  },
};

/** A service, and the three models of a run with simulated users, whose answers the test defines. */
export interface UserStage extends AsyncDisposable {
  readonly evals: Service;
  readonly user: StubUser;
  readonly judge: StubModel;
  readonly endpoint: Stub;
  /** Sets what the stubs answer from now on; what is left out is the default again. */
  readonly use: (plays: Partial<Plays>) => void;
  /** Changes to a request: the scenario of one simulated user at the endpoint of the stage. */
  readonly request: (changes?: object) => object;
}

export async function openUserStage(
  env: Readonly<Record<string, string>> = {},
): Promise<UserStage> {
  const stack = new AsyncDisposableStack();
  let plays = DEFAULT_PLAYS;
  const user = stack.use(await startStubUser((prompt) => plays.say(prompt)));
  const judge = stack.use(
    await startStubModel((prompt) => {
      const letter = probeLetter(prompt);
      if (letter !== undefined || !isAudit(prompt)) return verdictFor(prompt, letter ?? 'C');
      return (response) =>
        Promise.resolve(plays.find(prompt)).then((found) =>
          sendJson(response, chatCompletion(auditAs(prompt, found))),
        );
    }),
  );
  const endpoint = stack.use(
    await startStub((request, response) => plays.reply(request, response)),
  );
  const evals = stack.use(
    await startService('evals', {
      USER_MODEL: 'stub/user',
      USER_BASE_URL: user.url,
      JUDGE_MODEL: 'stub/judge',
      JUDGE_BASE_URL: judge.url,
      ENDPOINT_RETRIES: '0',
      ...env,
    }),
  );
  return {
    evals,
    user,
    judge,
    endpoint,
    use: (given) => {
      plays = { ...DEFAULT_PLAYS, ...given };
    },
    request: (changes = {}) => ({
      endpoint: `${endpoint.url}/v1`,
      test_batch: USER_SCENARIO,
      ...changes,
    }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The attempts at the first scenario. */
export function attemptsOf(answer: EvaluationResponse): readonly AttemptResult[] {
  return answer.results.scenarios[0]?.attempts ?? [];
}

/** The result of the conversation of one attempt at the first scenario, and of its simulated user. */
export function conversationOf(
  answer: EvaluationResponse,
  attempt = 0,
): ConversationResult & { readonly user: UserResult } {
  const conversation = attemptsOf(answer)[attempt]?.conversation;
  assert.ok(conversation?.user, `attempt ${attempt} has no result of a simulated user`);
  return { ...conversation, user: conversation.user };
}

/** The report of the simulated users of a run. */
export function reportOf({ simulated_user }: EvaluationResponse): UserReport {
  assert.ok(simulated_user, 'the run has no report of simulated users');
  return simulated_user;
}
