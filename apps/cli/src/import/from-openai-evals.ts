import { z } from 'zod';
import { ChatMessages, chatToConversation } from '../batch/chat-to-conversation.ts';
import { conversationsToBatch, type ConvertedBatch } from '../batch/conversations-to-batch.ts';
import { fromOpenAiEval } from './from-openai-eval.ts';
import { listLostFields } from './lost-fields.ts';
import { parseJsonLines, type SourceFile } from './source-file.ts';

/** A sample of OpenAI's evals (`input`, `ideal`), or a conversation of a fine-tuning file (`messages`). */
const Sample = z.looseObject({
  input: z.union([z.string(), ChatMessages]).optional(),
  messages: ChatMessages.optional(),
  ideal: z.union([z.string(), z.array(z.string())]).nullish(),
});

/** Samples or conversations in JSON Lines, or an eval of the Evals API in JSON. */
export function fromOpenAiEvals(source: SourceFile): ConvertedBatch {
  return /\.json$/i.test(source.file) ? fromOpenAiEval(source) : fromSamples(source);
}

function fromSamples({ file, text }: SourceFile): ConvertedBatch {
  const lines = parseJsonLines(file, text);
  const samples = lines.map(({ value }) => Sample.safeParse(value).data ?? {});
  const notes = [...listLostFields(samples, (field) => field in Sample.shape)];
  const conversations = lines.map(({ line, value }) => {
    const parsed = Sample.safeParse(value);
    const { input, messages, ideal } = parsed.data ?? {};
    const asked =
      messages ?? (typeof input === 'string' ? [{ role: 'user', content: input }] : input);
    if (asked === undefined)
      throw new Error(`${file}, line ${line}: has neither input nor messages`);
    const { system, interactions } = chatToConversation(asked);
    const [reference, ...others] = [ideal ?? []].flat();
    if (others.length > 0)
      notes.push(
        'of several ideal answers the first is the reference, the others are kept in other_references',
      );
    const last = interactions.at(-1);
    const expected = {
      ...(reference === undefined ? {} : { reference_reply: reference }),
      ...(others.length > 0 ? { other_references: others } : {}),
    };
    return {
      id: `line-${line}`,
      system,
      interactions: last ? [...interactions.slice(0, -1), { ...last, ...expected }] : [],
    };
  });
  return conversationsToBatch(conversations, notes);
}
