import { createEgress, noCredentials, type Egress } from '@fairtrial/egress';
import { createCompleter, createChatProvider, type Complete } from '@fairtrial/models';
import type { ServerResponse } from 'node:http';
import { chatCompletion, sendJson, startStub, type SeenRequest, type Stub } from './start-stub.ts';

/** A structured prompt as it reached the model. */
export interface ReceivedPrompt {
  readonly body: Readonly<Record<string, unknown>>;
  readonly system: string;
  readonly user: string;
  readonly nonce: string;
  readonly caseId: string;
  readonly canary: string;
  readonly outputMode: 'json_schema' | 'tool_call' | 'last_line';
  /** The number of earlier prompts. */
  readonly before: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A text, a list of tool calls, a refusal, or a function that writes the response. */
export type StubAnswer =
  | string
  | { readonly calls: readonly (readonly [name: string, args: string])[]; readonly text?: string }
  | { readonly status: number; readonly says: string }
  | ((response: ServerResponse) => unknown);

export interface StubModel extends Stub {
  readonly prompts: readonly ReceivedPrompt[];
}

/** An OpenAI-compatible model whose answers the test defines. */
export async function startStubModel(
  answer: (prompt: ReceivedPrompt) => StubAnswer,
): Promise<StubModel> {
  const prompts: ReceivedPrompt[] = [];
  const stub: Stub = await startStub(({ body, headers }, response) => {
    const prompt = readPrompt({ body, headers }, prompts.length);
    prompts.push(prompt);
    send(response, answer(prompt));
  });
  return { ...stub, prompts };
}

export function readPrompt(
  { body, headers }: Pick<SeenRequest, 'body' | 'headers'>,
  before = 0,
): ReceivedPrompt {
  const given = body as Record<string, unknown> & { messages: { content: string }[] };
  const [system = '', user = ''] = given.messages.map(({ content }) => content);
  const find = (pattern: RegExp): string => pattern.exec(system)?.[1] ?? '';
  const forced = 'response_format' in given ? 'json_schema' : undefined;
  return {
    body: given,
    system,
    user,
    nonce: find(/The marker (\w+)/),
    caseId: find(/^Case id: (\w+)$/m),
    canary: find(/The word (\w+) is/),
    outputMode: forced ?? ('tools' in given ? 'tool_call' : 'last_line'),
    before,
    headers,
  };
}

function send(response: ServerResponse, answer: StubAnswer): void {
  if (typeof answer === 'function') answer(response);
  else if (typeof answer === 'string') sendJson(response, chatCompletion(answer));
  else if ('status' in answer) {
    sendJson(response, { error: { message: answer.says } }, answer.status);
  } else {
    const tool_calls = answer.calls.map(([name, args], at) => ({
      id: `call-${at}`,
      type: 'function',
      function: { name, arguments: args },
    }));
    const message = { role: 'assistant', content: answer.text ?? null, tool_calls };
    sendJson(response, {
      ...chatCompletion(''),
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    });
  }
}

export interface ModelAccess extends AsyncDisposable {
  readonly egress: Egress;
  completeAt(url: string, deadlineMs?: number): Complete;
}

/** Egress to models on this machine. */
export function openModelAccess(): ModelAccess {
  const egress = createEgress({ mode: 'local', allowedOrigins: [] });
  return {
    egress,
    completeAt: (baseUrl, deadlineMs = 10_000) =>
      createCompleter(
        createChatProvider({ egress, credentials: noCredentials, baseUrl, deadlineMs }),
      ),
    [Symbol.asyncDispose]: () => egress.close(),
  };
}
