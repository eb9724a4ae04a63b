/** Calls OpenAI-compatible interfaces with fetch. tests/clients calls them with OpenAI's own client. */

interface Target {
  readonly url: string;
}

/** An error in OpenAI's format. */
export class OpenaiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly type: string;
  readonly param: string | null;

  constructor(status: number, { message, code, type, param }: ErrorBody) {
    super(message);
    this.status = status;
    this.code = code;
    this.type = type;
    this.param = param;
  }
}

interface ErrorBody {
  readonly message: string;
  readonly code: string | null;
  readonly type: string;
  readonly param: string | null;
}

interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Message extends Readonly<Record<string, unknown>> {
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
}

interface Choice {
  readonly finish_reason: string;
  readonly logprobs: { readonly content: readonly unknown[] } | null;
}

interface Counts {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export interface Completion {
  readonly model: string;
  readonly choices: readonly (Choice & { readonly message: Message })[];
  readonly usage?: Counts;
}

interface Chunk {
  readonly choices: readonly (Partial<Choice> & { readonly delta: Partial<Message> })[];
  readonly usage?: Counts | null;
}

/** A response of the Responses interface. */
export interface OpenaiResponse {
  readonly id: string;
  readonly output: readonly {
    readonly type: string;
    readonly name?: string;
    readonly call_id?: string;
    readonly content?: readonly { readonly text: string }[];
  }[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

interface Sent {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

async function post(target: Target, path: string, { body, headers }: Sent): Promise<Response> {
  const response = await fetch(`${target.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const { error } = (await response.json()) as { error: ErrorBody };
  throw new OpenaiError(response.status, error);
}

/** Throws an `OpenaiError` if the response is an error. */
export async function complete(
  target: Target,
  body: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Completion> {
  return (await post(target, '/chat/completions', { body, headers })).json() as Promise<Completion>;
}

/** Throws an `OpenaiError` if the response is an error. */
export async function respond(
  target: Target,
  body: object,
  headers?: Readonly<Record<string, string>>,
): Promise<OpenaiResponse> {
  return (await post(target, '/responses', { body, headers })).json() as Promise<OpenaiResponse>;
}

/** The text of all messages. */
export function textOf({ output }: OpenaiResponse): string {
  const parts = output.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
  return parts.map(({ text }) => text).join('');
}

/** Yields the chunks of a streamed completion. Throws an `OpenaiError` if an event is an error. */
export async function* streamCompletion(target: Target, body: object): AsyncGenerator<Chunk> {
  const response = await post(target, '/chat/completions', {
    body: { ...body, stream: true },
  });
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.replace(/^data: /, '');
      if (data === '[DONE]' || block.startsWith(':')) continue;
      const event = JSON.parse(data) as Chunk & { readonly error?: ErrorBody };
      if (event.error) throw new OpenaiError(response.status, event.error);
      yield event;
    }
  }
}
