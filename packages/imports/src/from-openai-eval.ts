import { z } from 'zod';
import { ChatMessages, chatToConversation, readText } from './chat-to-conversation.ts';
import type { Conversation, NamedConversation } from './conversations-to-batch.ts';
import { IMPORT_LIMITS, limitExceeded, unreadable } from './import-error.ts';
import type { ImportLog } from './import-log.ts';
import { convertGraders, OpenAiGrader } from './openai-graders.ts';
import { createTemplates, readPath, type Templates } from './render-template.ts';

const Row = z.looseObject({ item: z.record(z.string(), z.unknown()) });
type Item = z.infer<typeof Row>['item'];

const Messages = z.union([
  z.looseObject({ template: ChatMessages }),
  z.looseObject({ item_reference: z.string() }),
]);
type Messages = z.infer<typeof Messages>;

/** An eval of OpenAI's Evals API with the data source of one of its runs. */
const Eval = z.looseObject({
  testing_criteria: z.array(OpenAiGrader),
  data_source: z.looseObject({
    input_messages: Messages,
    source: z.looseObject({ content: z.array(Row) }),
  }),
});

const ADVICE =
  'an eval needs testing_criteria, and data_source with input_messages and source.content: add the data_source of a run, with its rows';
const WHY = 'a batch has no such field';
const IN_RUN = 'the endpoint and the model are set in the run';
const REASONS = {
  name: 'name the batch or the dataset',
  data_source_config: 'it describes the rows, which are here',
  model: IN_RUN,
  sampling_params: IN_RUN,
};

/** Each row becomes a scenario; the graders become checks of its last reply. */
export function fromOpenAiEval(
  file: string,
  value: unknown,
  log: ImportLog,
): readonly NamedConversation[] {
  const { success, data } = Eval.safeParse(value);
  if (!success) throw unreadable(`${file}: ${ADVICE}`);
  const { testing_criteria: graders, data_source: source } = data;
  const { input_messages: messages } = source;
  const rows = source.source.content;
  if (rows.length > IMPORT_LIMITS.scenarios) {
    throw limitExceeded(`the eval has more than ${IMPORT_LIMITS.scenarios} rows: split it`);
  }
  loseFields(data, log);
  const templates = createTemplates();
  const template = templateOf(messages);
  if (template !== undefined) chatToConversation(template, log);
  return rows.flatMap((row, at) => {
    const { item } = row;
    log.loseOthers(row, { known: ['item'], why: 'only item is read' });
    const { system, interactions } = toConversation(messages, item, { templates, log });
    const { reference, checks } = convertGraders(graders, { item, templates, log });
    const used = templates.takeUsed();
    for (const name of Object.keys(item)) {
      const isUsed = used.has(`item.${name}`) || usesWhole(messages, name);
      if (!isUsed) log.lose(`item.${name}`, 'neither the messages nor a grader uses it');
    }
    const last = interactions.at(-1);
    if (last === undefined) {
      log.lose('(rows)', 'no user message was found');
      return [];
    }
    const asked = {
      ...last,
      ...(reference === undefined ? {} : { reference_reply: reference }),
      ...(checks.length === 0 ? {} : { checks }),
    };
    const position = `item-${at + 1}`;
    return { position, system, interactions: [...interactions.slice(0, -1), asked] };
  });
}

function loseFields(data: z.infer<typeof Eval>, log: ImportLog): void {
  const { data_source: source } = data;
  const common = { reasons: REASONS, why: WHY };
  log.loseOthers(data, { known: ['testing_criteria', 'data_source'], ...common });
  const prefix = 'data_source.';
  log.loseOthers(source, { prefix, known: ['input_messages', 'source', 'type'], ...common });
  const known = ['content', 'type'];
  log.loseOthers(source.source, { prefix: `${prefix}source.`, known, ...common });
  const forms = ['template', 'item_reference', 'type'];
  const { input_messages: messages } = source;
  log.loseOthers(messages, { prefix: `${prefix}input_messages.`, known: forms, ...common });
}

function usesWhole(messages: Messages, name: string): boolean {
  const { item_reference: path } = messages as { item_reference?: unknown };
  return typeof path === 'string' && path.split('.')[1] === name;
}

function templateOf(messages: Messages): ChatMessages | undefined {
  return (messages as { template?: ChatMessages }).template;
}

const UNFILLED =
  'messages still have {{…}}: only {{item.name}} and {{item.name.inner}} are filled in';

interface Filling {
  readonly templates: Templates;
  readonly log: ImportLog;
}

/** The messages of a row: a template that is filled in, or the messages that the row has itself. */
function toConversation(messages: Messages, item: Item, { templates, log }: Filling): Conversation {
  const template = templateOf(messages);
  if (template !== undefined) {
    return chatToConversation(
      template.map((message) => {
        const content = templates.render(readText(message.content), { item });
        if (content.includes('{{')) log.note(UNFILLED);
        return { ...message, content };
      }),
    );
  }
  const path = String(messages['item_reference']);
  return chatToConversation(ChatMessages.safeParse(readPath({ item }, path)).data ?? [], log);
}
