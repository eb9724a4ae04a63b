import { runJob, type ChatMessage, type JobsProvider } from '@assay/models';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { randomUUID } from 'node:crypto';
import { RawCompletion, type RawCompletionSource } from './raw-completion.ts';
import { failureToAppError } from './to-app-error.ts';

const ROLES: Readonly<Record<string, ChatMessage['role']>> = { system: 'system', ai: 'assistant' };

/** A fine-tuned model behind a queue: no tools, no streaming, no usage. */
export class JobsChatModel extends BaseChatModel implements RawCompletionSource {
  lastCompletion: RawCompletion | undefined;
  readonly #provider: JobsProvider;
  readonly #model: string;

  constructor(provider: JobsProvider, model: string) {
    super({ maxRetries: 0 });
    this.#provider = provider;
    this.#model = model;
  }

  override _llmType(): string {
    return 'jobs';
  }

  /** The agent library insists on the method; the protocol has nothing to bind tools to. */
  override bindTools(): this {
    return this;
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    _manager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    const outcome = await runJob(this.#provider, {
      model: this.#model,
      messages: messages.map(toChatMessage),
      parameters: {},
      headers: {},
      signal: options.signal ?? new AbortController().signal,
    });
    if (outcome.state === 'failed') throw failureToAppError(outcome.error);
    const { text } = outcome;
    this.lastCompletion = RawCompletion.parse({
      id: `job-${randomUUID()}`,
      model: this.#model,
      choices: [{}],
    });
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
}

/** There are no tools in this protocol, so a tool's answer is told as text. */
function toChatMessage(message: BaseMessage): ChatMessage {
  if (message.type === 'tool') {
    const name = message.name ?? 'tool';
    return { role: 'user', content: `Tool result (${name}): ${message.text}` };
  }
  return { role: ROLES[message.type] ?? 'user', content: message.text };
}
