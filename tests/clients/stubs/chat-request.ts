/** The fields of a chat completion request that the stub provider reads. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: 'auto' | 'none' | 'required' | { readonly function: { name: string } };
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly strict?: boolean; readonly schema: object };
  };
}

export interface ChatMessage {
  readonly [field: string]: unknown;
  readonly role: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

interface ToolCall {
  readonly [field: string]: unknown;
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}

/** Returns the messages since the last user message: calls and tool results for the current question. */
export function currentTurn(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
}
