import type { ChatRequest } from './chat-provider.ts';

/**
 * The request in the dialect of its provider: OpenAI itself calls its models by their bare names and refuses
 * `max_tokens` for some; others know nothing else.
 */
export function adaptRequest<Request extends Pick<ChatRequest, 'model' | 'parameters'>>(
  baseUrl: string,
  request: Request,
): Request {
  if (!isOpenai(baseUrl)) return request;
  const model = request.model.replace(/^openai\//, '');
  const { max_tokens: most, ...others } = request.parameters;
  if (most === undefined || 'max_completion_tokens' in others) return { ...request, model };
  return { ...request, model, parameters: { ...others, max_completion_tokens: most } };
}

/** OpenAI itself knows its models by their bare names, hubs know them as <provider>/<model>. */
export function isOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}
