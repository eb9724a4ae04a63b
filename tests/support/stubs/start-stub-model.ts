import { createEgress, noCredentials, type Egress } from '@assay/egress';
import { completeWith, createChatProvider, type Complete } from '@assay/models';
import type { ServerResponse } from 'node:http';
import { completionOf, sendJson, startStub, type Stub } from './start-stub.ts';

/** A form as it reached the model, and what the model was told about it. */
export interface Sheet {
  readonly body: Readonly<Record<string, unknown>>;
  readonly system: string;
  readonly user: string;
  readonly nonce: string;
  readonly caseId: string;
  readonly canary: string;
  readonly forcing: 'json_schema' | 'tool_call' | 'last_line';
  /** How many came before it. */
  readonly before: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A text, a list of tool calls, a refusal, or whatever is done with the response. */
export type StubAnswer =
  | string
  | { readonly calls: readonly (readonly [name: string, args: string])[]; readonly text?: string }
  | { readonly status: number; readonly says: string }
  | ((response: ServerResponse) => unknown);

export interface StubModel extends AsyncDisposable {
  readonly url: string;
  readonly sheets: readonly Sheet[];
}

/** An OpenAI-compatible model that fills in forms as the test pleases. */
export async function startStubModel(answer: (sheet: Sheet) => StubAnswer): Promise<StubModel> {
  const sheets: Sheet[] = [];
  const stub: Stub = await startStub(({ body, headers }, response) => {
    const sheet = { ...readSheet(body), headers, before: sheets.length };
    sheets.push(sheet);
    send(response, answer(sheet));
  });
  return { ...stub, sheets };
}

function readSheet(body: unknown): Omit<Sheet, 'before' | 'headers'> {
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
    forcing: forced ?? ('tools' in given ? 'tool_call' : 'last_line'),
  };
}

function send(response: ServerResponse, answer: StubAnswer): void {
  if (typeof answer === 'function') answer(response);
  else if (typeof answer === 'string') sendJson(response, completionOf(answer));
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
      ...completionOf(''),
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    });
  }
}

export interface Reach extends AsyncDisposable {
  readonly egress: Egress;
  completeAt(url: string, deadlineMs?: number): Complete;
}

/** The way to models on this machine. */
export function openReach(): Reach {
  const egress = createEgress({ mode: 'local', allowedOrigins: [] });
  return {
    egress,
    completeAt: (baseUrl, deadlineMs = 10_000) =>
      completeWith(createChatProvider({ egress, credentials: noCredentials, baseUrl, deadlineMs })),
    [Symbol.asyncDispose]: () => egress.close(),
  };
}
