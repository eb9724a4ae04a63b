export const HELLO = { messages: [{ type: 'human', content: 'Hello' }] };

interface Chat {
  readonly modelId?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ChatAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The text a front end would show. */
  readonly content: unknown;
}

/** Posts to an agent backend as a front end does. */
export async function chat(
  agent: { readonly url: string },
  { modelId, body = HELLO, headers }: Chat,
): Promise<ChatAnswer> {
  const response = await fetch(`${agent.url}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(modelId === undefined ? {} : { 'x-model-id': modelId }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  const content = (answer as { content?: unknown }).content;
  return { status: response.status, headers: response.headers, body: answer, content };
}
