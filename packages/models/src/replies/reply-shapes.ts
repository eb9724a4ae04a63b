import { parsePath, valueAt } from '../messages/json-path.ts';
import {
  ENVELOPES,
  envelopedReply,
  GENERAL_FIELDS,
  generalField,
  REPLY_FIELDS,
  ownReply,
  replyField,
} from './read-fields.ts';
import {
  lastMessageText,
  linesText,
  messageText,
  partsText,
  possibleMessageText,
  text,
} from '../messages/read-message.ts';

/** A response shape with a known location of the reply. Code, documentation and tests use this table. */
export interface ReplyShape {
  /** The APIs that respond in this shape. */
  readonly name: string;
  /** Location of the reply, such as `choices[0].message`; empty for the whole body. */
  readonly path: string;
  /** Describes how the value at the path is read; shown in the documentation. */
  readonly how: string;
  /** Example responses; the reply in each is `Hi`. The documentation shows the first. */
  readonly examples: readonly [unknown, ...unknown[]];
  /** Returns the reply from the value at the path; `undefined` if the response does not have this shape. */
  readonly read: (value: unknown) => string | undefined;
}

const TEXT = { how: 'text', read: text };
const PARTS = { how: 'the joined texts of its parts', read: partsText };
const MESSAGE = {
  how: '`content` (text or joined parts), else `refusal`; empty if it has only reasoning or tool calls',
  read: messageText,
};
const MESSAGES = {
  how: 'the last assistant message, unless a user message follows it',
  read: lastMessageText,
};

/** In order of precedence: API-specific shapes come before general ones, so that they are not mistaken for them. */
export const REPLY_SHAPES: readonly ReplyShape[] = [
  {
    name: 'OpenAI chat completions and compatible',
    path: 'choices[0].message',
    ...MESSAGE,
    examples: [
      { choices: [{ message: { role: 'assistant', content: 'Hi' } }] },
      { choices: [{ message: { content: [{ type: 'text', text: 'H' }, { text: 'i' }] } }] },
      { choices: [{ message: { content: null, refusal: 'Hi' } }] },
    ],
  },
  {
    name: 'OpenAI completions',
    path: 'choices[0].text',
    ...TEXT,
    examples: [{ choices: [{ text: 'Hi' }] }],
  },
  {
    name: 'OpenAI Responses, client format',
    path: 'output_text',
    ...TEXT,
    examples: [{ output_text: 'Hi' }],
  },
  {
    name: 'OpenAI Responses, Replicate',
    path: 'output',
    ...PARTS,
    examples: [
      { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }] },
      { output: [{ type: 'reasoning' }, { content: [{ type: 'output_text', text: 'Hi' }] }] },
      { output: ['H', 'i'] },
    ],
  },
  {
    name: 'Gemini',
    path: 'candidates[0].content.parts',
    ...PARTS,
    examples: [
      { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'Well', thought: true }, { text: 'Hi' }] } }] },
    ],
  },
  {
    name: 'Amazon Bedrock Converse',
    path: 'output.message',
    ...MESSAGE,
    examples: [{ output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } } }],
  },
  {
    name: 'Ollama, Cohere',
    path: 'message',
    ...MESSAGE,
    examples: [
      { message: { role: 'assistant', content: 'Hi' } },
      { message: { content: [{ type: 'text', text: 'Hi' }] } },
    ],
  },
  {
    name: 'The agent backend, LangChain, Anthropic',
    path: '',
    how: '`content`: text, or joined parts that have a `type`; empty if it has only reasoning or tool calls',
    read: possibleMessageText,
    examples: [
      { type: 'ai', content: 'Hi' },
      { content: 'Hi', status: 'ok' },
      { role: 'assistant', content: [{ type: 'thinking' }, { type: 'text', text: 'Hi' }] },
    ],
  },
  {
    name: 'LangGraph',
    path: 'messages',
    ...MESSAGES,
    examples: [
      {
        messages: [
          { type: 'human', content: 'Hello' },
          { type: 'ai', content: 'Hi' },
        ],
      },
      { messages: [{ role: 'assistant', content: 'Hi' }] },
    ],
  },
  {
    name: 'Rasa',
    path: '',
    how: 'the texts of a list of objects with `recipient_id`, one per line',
    read: (value) => linesText(value, 'recipient_id'),
    examples: [[{ recipient_id: 'user', text: 'Hi' }]],
  },
  {
    name: 'watsonx Assistant',
    path: 'output.generic',
    how: 'the texts of a list of objects with `response_type`, one per line',
    read: (value) => linesText(value, 'response_type'),
    examples: [{ output: { generic: [{ response_type: 'text', text: 'Hi' }] } }],
  },
  {
    name: 'Dialogflow',
    path: 'queryResult.fulfillmentText',
    ...TEXT,
    examples: [{ queryResult: { queryText: 'Hello', fulfillmentText: 'Hi' } }],
  },
  {
    name: 'A list of messages',
    path: '',
    ...MESSAGES,
    examples: [
      [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
    ],
  },
  {
    name: 'A reply field',
    path: '',
    how: `the first text of ${listFields(REPLY_FIELDS)}; not a status word such as \`success\` next to an envelope with a reply`,
    read: ownReply,
    examples: [
      { reply: 'Hi' },
      ...REPLY_FIELDS.map((field) => ({ text: 'Hello', status: 'ok', [field]: 'Hi' })),
    ],
  },
  {
    name: 'A reply in an envelope',
    path: '',
    how: `a message, \`messages\` or a reply field in one of the envelopes ${listFields(ENVELOPES)}`,
    read: envelopedReply,
    examples: [
      { status: 'ok', message: 'success', data: { answer: 'Hi' } },
      { success: true, response: 'success', data: { answer: 'Hi' } },
      ...ENVELOPES.map((field) => ({ [field]: { content: 'Hi' } })),
      { output: { messages: [{ type: 'ai', content: 'Hi' }] } },
      { data: { message: { role: 'assistant', content: 'Hi' } } },
    ],
  },
  {
    name: 'A general field',
    path: '',
    how: `the only text among ${listFields(GENERAL_FIELDS)} of the response and its envelopes; neither a status word such as \`ok\` nor \`message\` next to a status or an envelope`,
    read: generalField,
    examples: [
      { text: 'Hi' },
      ...GENERAL_FIELDS.map((field) => ({ [field]: 'Hi' })),
      ...GENERAL_FIELDS.map((field) => ({ code: 0, payload: { [field]: 'Hi' } })),
      { status: 'ok', message: 'success', data: 'Hi' },
    ],
  },
  {
    name: 'Hugging Face, n8n',
    path: '',
    how: 'an array of one object with a reply field or a general field',
    read: onlyItemText,
    examples: [[{ generated_text: 'Hi' }], [{ output: 'Hi' }]],
  },
  {
    name: 'A JSON text',
    path: '',
    ...TEXT,
    examples: ['Hi'],
  },
];

/** Returns the reply from a JSON body of any of these shapes; `undefined` if none matches. */
export function readShapes(body: unknown): string | undefined {
  for (const { path, read } of REPLY_SHAPES) {
    const found = read(valueAt(body, parsePath(path)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function onlyItemText(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined;
  const [item] = value as readonly unknown[];
  return replyField(item) ?? generalField(item);
}

function listFields(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}
