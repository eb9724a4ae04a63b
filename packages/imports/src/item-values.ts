import { ASSISTANT, ChatMessages, chatToConversation, readText } from './chat-to-conversation.ts';
import { isEmpty, type ImportLog } from './import-log.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function hasFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const QUESTIONS = [
  'user_message',
  'question',
  'query',
  'input',
  'message',
  'prompt',
  'user',
  'text',
  'content',
];
const ANSWERS = [
  'reference_reply',
  'answer',
  'output',
  'expected',
  'expected_output',
  'response',
  'reply',
  'completion',
  'result',
  'text',
  'content',
];

/** The messages or the text of an input; `undefined` if it has neither. */
export function readMessages(
  value: unknown,
  path: string,
  log: ImportLog,
): ChatMessages | string | undefined {
  const text = toText(value);
  if (text !== undefined) return text;
  if (Array.isArray(value)) return parseChat(value);
  if (!hasFields(value)) return undefined;
  if (typeof value['role'] === 'string') return parseChat([value]);
  const names = Object.keys(value);
  const name =
    ['messages', ...QUESTIONS].find((usual) => !isEmpty(value[usual])) ??
    (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return undefined;
  loseRest(value, { path, name, log });
  const inner = value[name];
  return Array.isArray(inner) ? parseChat(inner) : toText(inner);
}

/** The reference reply: the text of an answer; of other values their JSON. Of several answers the first counts. */
export function readReference(value: unknown, path: string, log: ImportLog): Fields {
  const [first, ...others] = isTexts(value) ? value : [value];
  if (others.length > 0) {
    log.note(
      'of several ideal answers the first is the reference, the others are kept in other_references',
    );
  }
  return {
    reference_reply: toAnswer(first, path, log),
    ...(others.length > 0 ? { other_references: others } : {}),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function toAnswer(value: unknown, path: string, log: ImportLog): string {
  const text = toText(value);
  if (text !== undefined) return text;
  const reply = readReply(value, log);
  if (reply !== undefined) return reply;
  if (!hasFields(value)) return JSON.stringify(value);
  const inner = readReply(value['messages'], log);
  const name =
    inner === undefined ? ANSWERS.find((usual) => toText(value[usual]) !== undefined) : 'messages';
  if (name === undefined) return JSON.stringify(value);
  loseRest(value, { path, name, log });
  return inner ?? toText(value[name]) ?? '';
}

/** The text of the last message that an assistant wrote; `undefined` if there is none. */
function readReply(value: unknown, log: ImportLog): string | undefined {
  const messages = parseChat([value].flat()) ?? [];
  const at = messages.findLastIndex(
    ({ role, type, content }) => ASSISTANT.has(role ?? type ?? '') && readText(content) !== '',
  );
  const reply = messages[at];
  if (reply === undefined) return undefined;
  if (messages.length > 1) {
    const why = 'of the expected messages only the last reply is the reference';
    log.lose('messages (expected)', why, messages.length - 1);
  }
  const { interactions } = chatToConversation([{ role: 'user', content: '' }, reply], log);
  return interactions[0]?.reference_reply;
}

interface Chosen {
  readonly path: string;
  readonly name: string;
  readonly log: ImportLog;
}

function loseRest(value: Fields, { path, name, log }: Chosen): void {
  log.loseOthers(value, { prefix: `${path}.`, known: [name], why: `only ${path}.${name} is read` });
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function parseChat(values: readonly unknown[]): ChatMessages | undefined {
  return ChatMessages.safeParse(values.map(fromLangChain)).data;
}

const LANGCHAIN_ROLES: Readonly<Record<string, string>> = {
  HumanMessage: 'user',
  AIMessage: 'assistant',
  SystemMessage: 'system',
  ToolMessage: 'tool',
};

/** LangChain writes messages as `{id: […, "HumanMessage"], kwargs}` or as `{type: "human", data}`. */
function fromLangChain(value: unknown): unknown {
  if (!hasFields(value)) return value;
  const { id, kwargs, type, data } = value;
  if (hasFields(kwargs) && Array.isArray(id)) {
    const { lc: _lc, type: _type, id: _id, kwargs: _kwargs, ...others } = value;
    const name = String(id.at(-1));
    const role = LANGCHAIN_ROLES[name];
    return { ...others, ...kwargs, ...(role === undefined ? { type: name } : { role }) };
  }
  if (!hasFields(data) || typeof type !== 'string') return value;
  const { data: _data, ...others } = value;
  return { ...others, ...data, type };
}
