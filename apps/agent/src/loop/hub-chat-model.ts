import { AppError } from '@assay/contracts';
import { withoutSlash } from '@assay/models';
import { ChatOpenAICompletions } from '@langchain/openai';
import type { Provider } from './provider.ts';
import { RawCompletion, type RawCompletionSource } from './raw-completion.ts';
import { toProviderError } from './to-app-error.ts';

/** The library's own method has two overloads, for streams and for whole completions. */
type Overloads<F> = F extends {
  (request: infer StreamRequest, options?: infer Options): infer Stream;
  (request: infer WholeRequest, options?: infer _): infer Whole;
}
  ? {
      streamRequest: StreamRequest;
      stream: Stream;
      wholeRequest: WholeRequest;
      whole: Whole;
      options: Options;
    }
  : never;
type Completions = Overloads<ChatOpenAICompletions['completionWithRetry']>;
type Message = Completions['wholeRequest']['messages'][number];

/**
 * An OpenAI-compatible model, one instance a request. Keeps the raw completion, since the library
 * drops service tier, refusal, log probabilities and more, and in streams even the finish reason.
 */
export class HubChatModel extends ChatOpenAICompletions implements RawCompletionSource {
  lastCompletion: RawCompletion | undefined;

  override completionWithRetry(
    request: Completions['streamRequest'],
    options?: Completions['options'],
  ): Completions['stream'];
  override completionWithRetry(
    request: Completions['wholeRequest'],
    options?: Completions['options'],
  ): Completions['whole'];
  override async completionWithRetry(
    request: Completions['streamRequest'] | Completions['wholeRequest'],
    options?: Completions['options'],
  ): Promise<unknown> {
    const messages = request.messages.map(withoutLibraryNames);
    if (request.stream === true) {
      return this.remember(await super.completionWithRetry({ ...request, messages }, options));
    }
    const completion = await super.completionWithRetry({ ...request, messages }, options);
    this.lastCompletion = toCompletion(completion);
    return completion;
  }

  /** Passes the chunks on and puts together what a completion would have said. */
  private async *remember(chunks: AsyncIterable<unknown>): AsyncGenerator {
    let whole: Record<string, unknown> = {};
    let choice: Record<string, unknown> | undefined;
    for await (const chunk of namedFaults(chunks)) {
      const { choices, ...rest } = toChunk(chunk);
      whole = { ...whole, ...present(rest) };
      const [first] = choices ?? [];
      if (first === undefined) {
        yield chunk;
        continue;
      }
      const { delta, ...said } = first;
      const isFirst = choice === undefined;
      choice = { ...choice, ...present(said), message: joinRefusal(choice, delta) };
      // Without a role on the first chunk the library takes the answer for nobody's.
      yield isFirst
        ? { ...rest, choices: [{ ...first, delta: { role: 'assistant', ...delta } }] }
        : chunk;
    }
    this.lastCompletion = toCompletion({ ...whole, choices: choice === undefined ? [] : [choice] });
  }
}

/** Whatever breaks a stream once it is open is the provider's. */
async function* namedFaults(chunks: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* chunks;
  } catch (thrown) {
    const known = toProviderError(thrown);
    if (known instanceof AppError) throw known;
    const said = thrown instanceof Error ? thrown.message : '';
    throw new AppError('provider_error', `the model provider broke off its answer: ${said}`, {
      cause: thrown,
    });
  }
}

export function createHubChatModel(provider: Provider, model: string): HubChatModel {
  const baseURL = withoutSlash(provider.baseUrl);
  return new HubChatModel({
    model: isOpenai(baseURL) ? model.replace(/^openai\//, '') : model,
    apiKey: 'bound elsewhere', // the egress client attaches the real one
    maxRetries: 0,
    timeout: 2 * provider.deadlineMs, // the egress client keeps the time, and says what ran out
    configuration: {
      baseURL,
      fetch: provider.fetch,
      maxRetries: 0,
      organization: null,
      project: null,
    },
  });
}

function isOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}

/** The library names assistant turns "model", which strict providers refuse. */
function withoutLibraryNames(message: Message): Message {
  if (message.role !== 'assistant') return message;
  const { name: _, ...rest } = message;
  return rest;
}

/** Of the message itself only a refusal is reported; it comes in pieces like any text. */
function joinRefusal(choice: Record<string, unknown> = {}, delta: object = {}): object {
  const { refusal: before = null } = { ...(choice['message'] as object | undefined) } as Refusal;
  const { refusal: next = null } = delta as Refusal;
  return { refusal: before === null && next === null ? null : (before ?? '') + (next ?? '') };
}

interface Refusal {
  readonly refusal?: string | null;
}

function toCompletion(answer: unknown): RawCompletion {
  const { data, error } = RawCompletion.safeParse(answer);
  if (data !== undefined) return data;
  throw new AppError('provider_error', 'the model provider answered without a completion', {
    cause: error,
  });
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: object }[];
}

function toChunk(chunk: unknown): Chunk {
  return typeof chunk === 'object' && chunk !== null ? chunk : {};
}

function present(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
