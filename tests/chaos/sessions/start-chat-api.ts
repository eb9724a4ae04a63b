import { delay } from '../../support/stubs/delay.ts';
import { sendJson, startStub } from '../../support/stubs/start-stub.ts';

/** A message as the chat API keeps it in its session. */
export interface ChatRecord {
  readonly key: string;
  readonly text: string;
}

/**
 * A chat API that keeps conversations: `POST /conversations` opens one, `POST /conversations/{id}/messages` continues it.
 * Each reply tells its session. A request with a known Idempotency-Key gets the first response again; with another path
 * it is refused, as strict APIs do. `/ledger` lists the messages that arrived, as the simulator does.
 */
export interface ChatApi extends AsyncDisposable {
  readonly url: string;
  /** The messages of each session, in order; repeated requests are not included. */
  readonly sessions: ReadonlyMap<string, readonly ChatRecord[]>;
  /** Number of requests that opened a session, repeated ones included. */
  readonly opened: () => number;
  /** Turns that are refused with status 400, as scenario/attempt/turn. */
  readonly refused: Set<string>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface LedgerLine {
  readonly time_in: string;
  time_out: string | null;
  readonly idempotency_key: string;
  readonly conversation: string;
  readonly turn: string;
}

/** Returns what the API replies to a message; `message` counts from 0. */
export function chatReply(question: string, session: string, message: number): string {
  return `${question} [${session}, message ${message}]`;
}

/** What the API keeps. It does not depend on the latency. */
class ChatMemory {
  readonly sessions = new Map<string, ChatRecord[]>();
  readonly #known = new Map<string, { readonly path: string; readonly answer: Answer }>();

  answer(path: string, key: string, body: unknown): Answer {
    const earlier = this.#known.get(key);
    if (earlier !== undefined) {
      const isSame = earlier.path === path;
      return isSame ? earlier.answer : { status: 409, body: { error: `${key} is in use` } };
    }
    const id = /^\/conversations\/([^/]+)\/messages$/.exec(path)?.[1];
    const answer =
      id === undefined
        ? this.#open()
        : this.#addMessage(id, { key, text: (body as { text: string }).text });
    this.#known.set(key, { path, answer });
    return answer;
  }

  #open(): Answer {
    const id = `c-${this.sessions.size}`;
    this.sessions.set(id, []);
    return { status: 201, body: { conversation: { id } } };
  }

  #addMessage(id: string, record: ChatRecord): Answer {
    const session = this.sessions.get(id);
    if (session === undefined) return { status: 404, body: { error: `no conversation ${id}` } };
    session.push(record);
    return { status: 200, body: { answer: chatReply(record.text, id, session.length - 1) } };
  }
}

export async function startChatApi(latencyMs: number): Promise<ChatApi> {
  const memory = new ChatMemory();
  const ledger: LedgerLine[] = [];
  const refused = new Set<string>();
  let opened = 0;

  async function open(path: string, key: string): Promise<Answer> {
    opened += 1;
    const answer = memory.answer(path, key, undefined);
    await delay(latencyMs / 4);
    return answer;
  }

  async function addMessage(path: string, line: LedgerLine, body: unknown): Promise<Answer> {
    ledger.push(line);
    const [, scenario, attempt] = line.conversation.split('/');
    const answer = refused.has(`${scenario}/${attempt}/${line.turn}`)
      ? { status: 400, body: { error: 'refused' } }
      : memory.answer(path, line.idempotency_key, body);
    // Scenarios differ, so that conversations are at different turns at any time.
    await delay(latencyMs * (0.6 + 0.2 * (Number(scenario) % 5)));
    line.time_out = new Date().toISOString();
    return answer;
  }

  const stub = await startStub(async ({ path, headers, body }, response) => {
    if (path === '/ledger') {
      response.end(ledger.map((line) => JSON.stringify(line)).join('\n'));
      return;
    }
    const idempotency_key = String(headers['idempotency-key']);
    const line = {
      time_in: new Date().toISOString(),
      time_out: null,
      idempotency_key,
      conversation: String(headers['x-fairtrial-conversation']),
      turn: String(headers['x-fairtrial-turn']),
    };
    const { status, body: said } = await (path === '/conversations'
      ? open(path, idempotency_key)
      : addMessage(path, line, body));
    sendJson(response, said, status);
  });
  return { ...stub, sessions: memory.sessions, opened: () => opened, refused };
}
