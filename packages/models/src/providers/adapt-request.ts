import type { ChatRequest } from './chat-provider.ts';

/**
 * Adapts a request to its provider. OpenAI expects model names without a prefix and rejects `max_tokens` for some
 * models; other providers only know `max_tokens`.
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

/** OpenAI names its models without a prefix; hubs use `<provider>/<model>`. */
export function isOpenai(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.openai.com';
}
