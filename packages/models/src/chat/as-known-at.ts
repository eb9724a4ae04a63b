import { isOpenai } from '../is-openai.ts';
import type { ChatRequest } from './chat-request.ts';

/**
 * The model and the limit on its answer by the names that a provider knows them by. OpenAI itself calls its models
 * by their bare names and refuses `max_tokens` for some; others know nothing else.
 */
export function asKnownAt<Request extends Pick<ChatRequest, 'model' | 'parameters'>>(
  baseUrl: string,
  request: Request,
): Request {
  if (!isOpenai(baseUrl)) return request;
  const model = request.model.replace(/^openai\//, '');
  const { max_tokens: most, ...others } = request.parameters;
  if (most === undefined || 'max_completion_tokens' in others) return { ...request, model };
  return { ...request, model, parameters: { ...others, max_completion_tokens: most } };
}
