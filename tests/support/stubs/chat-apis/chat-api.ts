import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** A request to one of the chat APIs. */
export interface ApiRequest {
  readonly method: string;
  /** The path below that of the API: `/` for the API itself. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as text. */
  readonly body: string;
}

/** Answers a message; `earlier` is what was said before, in any form. */
export type Bot = (message: string, earlier: string) => string;

/** One shape of a chat API. Each start has its own conversations. */
export type ChatApi = (
  bot: Bot,
) => (request: ApiRequest, response: ServerResponse) => ServerResponse;

export function sendJson(response: ServerResponse, status: number, body: unknown): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}

/** Reads the fields of a JSON body; none if it is not a JSON object. */
export function readFields({ body }: ApiRequest): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The conversations that an API keeps, each as the messages of its user. */
export class Conversations<Id> {
  readonly #messages = new Map<Id, string[]>();

  open(id: Id): void {
    this.#messages.set(id, []);
  }

  get size(): number {
    return this.#messages.size;
  }

  has(id: unknown): boolean {
    return this.#messages.has(id as Id);
  }

  /** Adds a message and returns the answer to it. */
  say(id: unknown, message: string, bot: Bot): string {
    const messages = this.#messages.get(id as Id) ?? [];
    const answer = bot(message, messages.join('\n'));
    messages.push(message);
    return answer;
  }
}
