import type { ChatRequest, Completion } from '@assay/models';
import { CASE_ID, schemaOf, unreadable, type Form, type Reading } from './output-schema.ts';
import { parseObject } from './parse-object.ts';

export type OutputMode = 'json_schema' | 'tool_call' | 'last_line';

/** One way to make a model fill in a form. */
export interface Strategy {
  readonly forcing: OutputMode;
  /** What an endpoint speaks of that refuses this way. */
  readonly refusal: RegExp;
  request(form: Form<unknown>): Pick<ChatRequest, 'tools' | 'parameters'>;
  /** The same in words: there are endpoints that take a parameter and forget about it. */
  words(form: Form<unknown>): string;
  /** Looks for the answer in one place only. */
  read<T>(form: Form<T>, completion: Completion, caseId: string): Reading<T>;
}

const jsonSchema: Strategy = {
  forcing: 'json_schema',
  refusal: /response_?format|json[_ ]?(mode|object|output)|schema|structured|guided|grammar/i,
  request(form) {
    const json_schema = { name: form.name, strict: true, schema: schemaOf(form) };
    return { tools: [], parameters: { response_format: { type: 'json_schema', json_schema } } };
  },
  words: (form) =>
    `Answer with one JSON object and nothing else, with these fields in this order:\n${list(form)}`,
  read(form, { choices: [{ message }] }, caseId) {
    return readFields(form, message.content, caseId);
  },
};

const toolCall: Strategy = {
  forcing: 'tool_call',
  refusal: /tool|function/i,
  request: (form) => ({
    tools: [{ name: form.name, description: 'Hands the answer in.', parameters: schemaOf(form) }],
    parameters: { tool_choice: { type: 'function', function: { name: form.name } } },
  }),
  words: (form) =>
    `Answer by calling ${form.name} once, with these arguments in this order:\n${list(form)}`,
  read(form, { choices: [{ message }] }, caseId) {
    const [call, ...others] = message.tool_calls;
    if (call === undefined || others.length > 0 || call.name !== form.name) {
      return unreadable(`${form.name} was not called exactly once`);
    }
    return readFields(form, call.arguments, caseId);
  },
};

/** What surrounds a word on a line of its own: blanks, grades of emphasis, a colon, a full stop. */
const TRIMMINGS = new Set(' \t\r*_`:.');

const lastLine: Strategy = {
  forcing: 'last_line',
  refusal: /(?!)/,
  request: () => ({ tools: [], parameters: {} }),
  words: (form) =>
    `End your answer with one last line of this kind: the case id, a blank, and ${form.lastLine}.`,
  read(form, { choices: [{ message }] }, caseId) {
    const lines = message.content.trimEnd().split('\n');
    const last = trim(lines.pop() ?? '');
    if (!last.toLowerCase().startsWith(caseId)) {
      return unreadable('its last line does not begin with the case id');
    }
    const said = trim(last.slice(caseId.length));
    return form.readLine(said, lines.join('\n').trim());
  },
};

/** The strictest first. */
export const STRATEGIES: readonly [Strategy, ...Strategy[]] = [jsonSchema, toolCall, lastLine];

/** Not by pattern: some lines would take one for ever. */
function trim(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && TRIMMINGS.has(line.charAt(start))) start += 1;
  while (end > start && TRIMMINGS.has(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}

function list(form: Form<unknown>): string {
  const fields = Object.entries(form.fields).map(([name, field]) => {
    const values = field.enum ?? field.items?.enum;
    const allowed = values?.map((value) => JSON.stringify(value)).join(' | ') ?? field.type;
    return `- ${name} (${field.items ? 'array of ' : ''}${allowed}): ${field.description}`;
  });
  return [`- ${CASE_ID} (string): the case id, copied`, ...fields].join('\n');
}

function readFields<T>(form: Form<T>, text: string, caseId: string): Reading<T> {
  const fields = parseObject(text);
  if (fields === undefined) return unreadable('it is not one JSON object and nothing else');
  const { [CASE_ID]: given } = fields;
  if (typeof given !== 'string') return unreadable(`it has no ${CASE_ID}`);
  if (given.trim().toLowerCase() !== caseId) {
    return { state: 'untrusted', why: 'it answers for another case than the one it was given' };
  }
  return form.read(fields);
}
