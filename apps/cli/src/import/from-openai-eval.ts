import { z } from 'zod';
import { ChatMessages, chatToConversation } from '../batch/chat-to-conversation.ts';
import {
  conversationsToBatch,
  type Conversation,
  type ConvertedBatch,
} from '../batch/conversations-to-batch.ts';
import { parseYaml } from '../settings/parse-yaml.ts';
import { listLostFields } from './lost-fields.ts';
import { convertGrader, OpenAiGrader } from './openai-graders.ts';
import { readPath, renderTemplate } from './render-template.ts';
import type { SourceFile } from './source-file.ts';

const Row = z.looseObject({ item: z.record(z.string(), z.unknown()) });

const Messages = z.union([
  z.object({ template: ChatMessages }),
  z.object({ item_reference: z.string() }),
]);

/** An eval of OpenAI's Evals API with the data source of one of its runs. */
const Eval = z.looseObject({
  name: z.string().optional(),
  testing_criteria: z.array(OpenAiGrader),
  data_source_config: z.unknown().optional(),
  data_source: z.looseObject({
    input_messages: Messages,
    source: z.looseObject({ content: z.array(Row) }),
  }),
});

const ADVICE =
  'an eval needs testing_criteria, and data_source with input_messages and source.content: add the data_source of a run, with its rows';

/** Each row becomes a scenario; the graders become checks of its last reply. */
export function fromOpenAiEval({ file, text }: SourceFile): ConvertedBatch {
  const { success, data } = Eval.safeParse(parseYaml(file, text));
  if (!success) throw new Error(`${file}: ${ADVICE}`);
  const { testing_criteria: graders, data_source: source } = data;
  const rows = source.source.content;
  const notes = [
    ...listLostFields([data], (field) => field in Eval.shape),
    ...listLostFields(rows, (field) => field in Row.shape),
  ];
  const conversations = rows.map(({ item }, at) => {
    const converted = graders.map((grader) => convertGrader(grader, item));
    notes.push(...converted.flatMap(({ note }) => note ?? []));
    const checks = converted.flatMap((one) => (one.state === 'converted' ? [one.check] : []));
    const { system, interactions } = toConversation(source.input_messages, item);
    const last = interactions.at(-1);
    const asked = last && (checks.length === 0 ? last : { ...last, checks });
    return {
      id: `item-${at + 1}`,
      system,
      interactions: asked ? [...interactions.slice(0, -1), asked] : [],
    };
  });
  return conversationsToBatch(conversations, notes);
}

/** The messages of a row: a template that is filled in, or the messages that the row has itself. */
function toConversation(
  messages: z.infer<typeof Messages>,
  item: z.infer<typeof Row>['item'],
): Conversation {
  if (!('template' in messages)) {
    const found = ChatMessages.safeParse(readPath({ item }, messages.item_reference));
    return chatToConversation(found.data ?? []);
  }
  return chatToConversation(
    messages.template.map((message) => ({
      ...message,
      content: renderTemplate(message.content ?? '', { item }),
    })),
  );
}
