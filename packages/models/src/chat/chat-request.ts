/** A message of a conversation with tools in it, as OpenAI-compatible providers take it. */
export type WireMessage =
  | { readonly role: 'system' | 'developer' | 'user'; readonly content: unknown }
  | {
      readonly role: 'assistant';
      readonly content: unknown;
      readonly tool_calls?: readonly WireToolCall[];
    }
  | { readonly role: 'tool'; readonly content: unknown; readonly tool_call_id: string };

export interface WireToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A tool as a model is told of it. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly ChatTool[];
  /** Beside what is ours to say: temperature and the like. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Sent along for whoever keeps books. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether text is wanted as it comes. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
}
