import { randomUUID } from 'node:crypto';
import type { ChatMessage } from '../chat-message.ts';
import { failedTry } from '../endpoint/failed-try.ts';
import { readTextField } from '../replies/read-text-field.ts';
import { runJob, type JobsProvider } from '../endpoint/run-job.ts';
import type { WireMessage } from './chat-request.ts';
import { Completion } from './completion.ts';
import type { ChatProvider } from './create-chat-provider.ts';
import { ProviderError } from './provider-error.ts';

/** A provider that queues its work: no tools, no streaming, no usage. */
export function createJobsProvider(options: JobsProvider): ChatProvider {
  return {
    async *complete({ model, messages, parameters, signal }) {
      const call = { model, messages: toChatMessages(messages), parameters, headers: {}, signal };
      const outcome = await runJob(options, call);
      if (outcome.state === 'failed') {
        throw new ProviderError(failedTry({ ...outcome.error, reached: outcome.reached }));
      }
      const { text } = outcome;
      const message = { role: 'assistant', content: text };
      if (text !== '') yield { type: 'text-received', text };
      yield {
        type: 'completion-received',
        completion: Completion.parse({ id: `job-${randomUUID()}`, model, choices: [{ message }] }),
      };
    },
  };
}

/** There are no tools in this protocol, so what they said is told as text. */
function toChatMessages(messages: readonly WireMessage[]): ChatMessage[] {
  const names = new Map<string, string>();
  return messages.flatMap((message): ChatMessage[] => {
    const content = readTextField({ content: message.content }) ?? '';
    if (message.role === 'tool') {
      const name = names.get(message.tool_call_id) ?? 'tool';
      return [{ role: 'user', content: `Tool result (${name}): ${content}` }];
    }
    if (message.role === 'assistant') {
      for (const call of message.tool_calls ?? []) names.set(call.id, call.function.name);
      return content === '' ? [] : [{ role: 'assistant', content }];
    }
    return [{ role: message.role === 'user' ? 'user' : 'system', content }];
  });
}
