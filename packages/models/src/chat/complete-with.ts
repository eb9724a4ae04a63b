import type { FailedTry } from '../endpoint/failed-try.ts';
import type { ChatRequest } from './chat-request.ts';
import type { Completion } from './completion.ts';
import type { ChatProvider } from './create-chat-provider.ts';
import { ProviderError } from './provider-error.ts';

export type Completed =
  | { readonly state: 'completed'; readonly completion: Completion }
  | Pick<FailedTry, 'state' | 'kind' | 'status' | 'message'>;

/** Asks for a whole completion. A failure is a value; nothing is thrown but the caller's own abort. */
export type Complete = (request: Omit<ChatRequest, 'stream'>) => Promise<Completed>;

/** For those who do not listen to a reply as it comes. */
export function completeWith(provider: ChatProvider): Complete {
  return async (request) => {
    try {
      for await (const event of provider.complete({ ...request, stream: false })) {
        if (event.type === 'completion-received') {
          return { state: 'completed', completion: event.completion };
        }
      }
    } catch (thrown) {
      if (thrown instanceof ProviderError) return thrown.failure;
      throw thrown;
    }
    throw new Error('a provider ended without a completion');
  };
}
