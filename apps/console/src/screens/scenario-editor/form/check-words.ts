import { CHECK_TYPES, type CheckType } from '@fairtrial/contracts/plain';
import { checkLabel } from '@fairtrial/format';
import type { CheckScope } from './check-faults.ts';
import { isFields } from './label-rows.ts';
import type { FieldPlace } from './merge-scenarios.ts';

interface CheckWords {
  /** In the list of types. */
  readonly choice: string;
  /** Of the field for the value. */
  readonly label: string;
  readonly hint: string;
  readonly example: string;
}

const WORDS: Readonly<Record<CheckType, CheckWords>> = {
  text: {
    choice: 'The reply must … – checked by the judge',
    label: 'The reply must …',
    hint: 'One sentence in your own words. The judge, a model that grades replies, decides it and quotes the reply.',
    example: 'ask which card was lost before it blocks one',
  },
  never: {
    choice: 'The reply must never … – checked by the judge',
    label: 'The reply must never …',
    hint: 'One sentence about what must not happen. The judge decides it.',
    example: 'promise a date for the new card',
  },
  contains: {
    choice: 'Contains a text',
    label: 'Text',
    hint: 'The reply must contain this text.',
    example: '0800 123 456',
  },
  not_contains: {
    choice: 'Does not contain a text',
    label: 'Text',
    hint: 'The reply must not contain this text.',
    example: 'I am only a language model',
  },
  regex: {
    choice: 'Matches a pattern',
    label: 'Pattern',
    hint: 'A regular expression (RE2). Start with (?i) to ignore upper and lower case.',
    example: String.raw`\d{2}\.\d{2}\.\d{4}`,
  },
  json_schema: {
    choice: 'Is JSON with certain fields',
    label: 'Fields',
    hint: 'The reply must be JSON and have these fields. Without fields, any JSON is accepted.',
    example: 'total',
  },
  max_words: {
    choice: 'Has at most a number of words',
    label: 'Number of words',
    hint: 'The reply must not be longer.',
    example: '60',
  },
  latency_ms: {
    choice: 'Arrives within a time',
    label: 'Milliseconds',
    hint: 'The whole reply must be there after this time. 1000 milliseconds are 1 second.',
    example: '5000',
  },
  tools: {
    choice: 'Calls tools, or does not',
    label: 'Expected calls',
    hint: 'Which tools must be called, and with what. Arguments that are not listed can have any value.',
    example: 'block_card',
  },
};

/** What a type of check is called in the form. */
export function checkWords(type: CheckType, scope: CheckScope): CheckWords {
  const words = WORDS[type];
  if (scope === 'reply') return words;
  return { ...words, choice: ofConversation(words.choice), label: ofConversation(words.label) };
}

function ofConversation(text: string): string {
  return text.replace('The reply', 'The conversation');
}

/** The types in the order of the list: sentences first. */
export function listCheckChoices(
  scope: CheckScope,
): readonly (readonly [type: CheckType, choice: string])[] {
  return CHECK_TYPES.filter((type) => scope === 'reply' || type !== 'json_schema').map((type) => [
    type,
    checkWords(type, scope).choice,
  ]);
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  tags: 'Tags',
  checks: 'Checks',
  interactions: 'Turns',
  user: 'Simulated user',
  user_message: 'User message',
  reference_reply: 'Reference reply',
  reference_metadata: 'Expected labels',
};

/** The name of a field of a scenario, for example `Turn 2: Reference reply`. */
export function nameField({ turn, name }: FieldPlace): string {
  const field = FIELD_NAMES[name] ?? name;
  return turn === undefined ? field : `Turn ${turn + 1}: ${field}`;
}

/** The value of a field as lines of text. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(describeItem).join('\n');
  if (!isFields(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join('\n');
}

function describeItem(item: unknown): string {
  if (typeof item === 'string') return item;
  if (!isFields(item)) return JSON.stringify(item);
  const { user_message: message, reference_reply: reference } = item;
  if (typeof message === 'string') {
    return typeof reference === 'string' ? `${message}\n  → ${reference}` : message;
  }
  const type = CHECK_TYPES.find((one) => one in item);
  if (type === undefined) return JSON.stringify(item);
  if (type === 'text' || type === 'never') return checkLabel(item);
  const given = item[type];
  return `${WORDS[type].choice}: ${typeof given === 'string' ? given : JSON.stringify(given)}`;
}
