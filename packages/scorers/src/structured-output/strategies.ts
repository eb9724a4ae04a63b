import { isTooDeep, parseJson } from '@fairtrial/contracts';
import type { ChatMessage, ChatRequest, Complete, Completed, Completion } from '@fairtrial/models';

/** The parsed answer of a model, or the reason why it cannot be used. */
export type ParsedOutput<T> =
  | { readonly state: 'parsed'; readonly value: T }
  | { readonly state: 'unreadable'; readonly why: string }
  | { readonly state: 'untrusted'; readonly why: string };

/** A task for a model with the fields of the answer and their parsers. */
export interface OutputSchema<T> {
  /** Name of the JSON Schema and of the tool: letters and underscores. */
  readonly name: string;
  /** Prompt text that describes the task. */
  readonly task: string;
  /** In the order in which the model fills them in. */
  readonly fields: Readonly<Record<string, OutputField>>;
  /** Describes the end of the last line, for models that support neither JSON Schema nor tools. */
  readonly lastLine: string;
  parse(fields: Readonly<Record<string, unknown>>): ParsedOutput<T>;
  /** `before` is the text above the last line. */
  parseLine(line: string, before: string): ParsedOutput<T>;
}

/** The JSON Schema of a value. */
export interface OutputType {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly items?: OutputType;
  /** The fields of an object, in the order in which the model fills them in. All are required. */
  readonly properties?: Readonly<Record<string, OutputType>>;
}

export interface OutputField extends OutputType {
  readonly description: string;
}

/** The model copies the id of the case into this field. */
export const CASE_ID = 'case_id';

export function toJsonSchema({ fields }: OutputSchema<unknown>): object {
  const description = 'the case id from the instructions, copied';
  const properties = { [CASE_ID]: { type: 'string', description }, ...fields };
  return closeObjects({ type: 'object', properties });
}

/** Makes all fields of every object required and forbids others, as strict schemas must. */
function closeObjects(type: OutputType): object {
  const { items, properties } = type;
  if (items !== undefined) return { ...type, items: closeObjects(items) };
  if (properties === undefined) return type;
  const closed = Object.entries(properties).map(([name, field]) => [name, closeObjects(field)]);
  return {
    ...type,
    properties: Object.fromEntries(closed),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

export function unreadable(why: string): ParsedOutput<never> {
  return { state: 'unreadable', why };
}

/** Method of obtaining structured output. */
export type OutputMode = 'json_schema' | 'tool_call' | 'last_line';

export interface Strategy {
  readonly mode: OutputMode;
  /** Matches the error of an endpoint that does not support this strategy. */
  readonly refusalPattern: RegExp;
  request(schema: OutputSchema<unknown>): Pick<ChatRequest, 'tools' | 'parameters'>;
  /** Describes the format in the prompt, because some endpoints accept the parameter and ignore it. */
  instructions(schema: OutputSchema<unknown>): string;
  /** Only accepts the answer in the place that the strategy defines. */
  parse<T>(schema: OutputSchema<T>, completion: Completion, caseId: string): ParsedOutput<T>;
}

const jsonSchema: Strategy = {
  mode: 'json_schema',
  refusalPattern:
    /response_?format|json[_ ]?(mode|object|output)|schema|structured|guided|grammar/i,
  request(schema) {
    const json_schema = { name: schema.name, strict: true, schema: toJsonSchema(schema) };
    return { tools: [], parameters: { response_format: { type: 'json_schema', json_schema } } };
  },
  instructions: (schema) =>
    `Answer with one JSON object and nothing else, with these fields in this order:\n${listFields(schema)}`,
  parse(schema, { choices: [{ message }] }, caseId) {
    return parseFields(schema, message.content, caseId);
  },
};

const toolCall: Strategy = {
  mode: 'tool_call',
  refusalPattern: /tool|function/i,
  request(schema) {
    const { name } = schema;
    const parameters = toJsonSchema(schema);
    return {
      tools: [{ name, description: 'Hands the answer in.', parameters }],
      parameters: { tool_choice: { type: 'function', function: { name } } },
    };
  },
  instructions: (schema) =>
    `Answer by calling ${schema.name} once, with these arguments in this order:\n${listFields(schema)}`,
  parse(schema, { choices: [{ message }] }, caseId) {
    const [call, ...others] = message.tool_calls;
    if (call === undefined || others.length > 0 || call.name !== schema.name) {
      return unreadable(`${schema.name} was not called exactly once`);
    }
    return parseFields(schema, call.arguments, caseId);
  },
};

const lastLine: Strategy = {
  mode: 'last_line',
  refusalPattern: /(?!)/,
  request: () => ({ tools: [], parameters: {} }),
  instructions: (schema) =>
    `End your answer with one last line of this kind: the case id, a blank, and ${schema.lastLine}.`,
  parse(schema, { choices: [{ message }] }, caseId) {
    const lines = message.content.trimEnd().split('\n');
    const last = trimMarkup(lines.pop() ?? '');
    if (!last.toLowerCase().startsWith(caseId)) {
      return unreadable('its last line does not begin with the case id');
    }
    return schema.parseLine(trimMarkup(last.slice(caseId.length)), lines.join('\n').trim());
  },
};

/** Strictest first. */
export const STRATEGIES: readonly [Strategy, ...Strategy[]] = [jsonSchema, toolCall, lastLine];

export interface FallbackOptions {
  /** From `createCompleter`. */
  readonly complete: Complete;
  readonly model: string;
  /** Sampling parameters such as temperature. If the model rejects one of them, it is called without all of them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface FallbackRequest {
  readonly schema: OutputSchema<unknown>;
  readonly writeMessages: (strategy: Strategy) => ChatMessage[];
  /** Sampling parameters of this call in addition to those of all calls. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
}

/** Only throws the caller's abort reason. */
type CompleteWithFallback = (
  request: FallbackRequest,
) => Promise<{ readonly answer: Completed; readonly strategy: Strategy }>;

/** Index of the strategy; `isBare` if the sampling parameters are left out. */
interface Attempted {
  readonly index: number;
  readonly isBare: boolean;
}

/** Statuses of an endpoint that does not support a request. */
const REFUSAL_STATUSES: ReadonlySet<number | null> = new Set([400, 404, 422, 501]);

/**
 * Calls the model with the strictest strategy that it supports. A rejected strategy is not tried again once a later one
 * has worked.
 */
export function createFallback({
  complete,
  model,
  parameters,
}: FallbackOptions): CompleteWithFallback {
  let known: Attempted = { index: 0, isBare: false };

  const sampling = (request: FallbackRequest): Readonly<Record<string, unknown>> => ({
    ...parameters,
    ...request.parameters,
  });

  function send(request: FallbackRequest, { index, isBare }: Attempted): Promise<Completed> {
    const strategy = strategyAt(index);
    const forced = strategy.request(request.schema);
    return complete({
      model,
      messages: request.writeMessages(strategy),
      tools: forced.tools,
      parameters: { ...(isBare ? {} : sampling(request)), ...forced.parameters },
      headers: request.headers,
      signal: request.signal,
    });
  }

  /** `undefined` if the answer does not reject the attempted strategy or parameters. */
  function fallBack(
    request: FallbackRequest,
    answer: Completed,
    { index, isBare }: Attempted,
  ): Attempted | undefined {
    if (answer.state === 'completed' || !REFUSAL_STATUSES.has(answer.status)) return undefined;
    const { message } = answer;
    const namesParameter = Object.keys(sampling(request)).some((name) => message.includes(name));
    if (!isBare && namesParameter) return { index, isBare: true };
    const isRefused = strategyAt(index).refusalPattern.test(message);
    return isRefused ? { index: index + 1, isBare } : undefined;
  }

  return async (request) => {
    for (let attempted = known; ;) {
      const answer = await send(request, attempted);
      const next = fallBack(request, answer, attempted);
      if (next === undefined) {
        if (answer.state === 'completed') {
          const { index, isBare } = attempted;
          known = { index: Math.max(known.index, index), isBare: known.isBare || isBare };
        }
        return { answer, strategy: strategyAt(attempted.index) };
      }
      attempted = next;
    }
  };
}

function strategyAt(index: number): Strategy {
  return STRATEGIES[index] ?? STRATEGIES[0];
}

function listFields(schema: OutputSchema<unknown>): string {
  const fields = Object.entries(schema.fields).map(
    ([name, field]) => `- ${name} (${describeType(field)}): ${field.description}`,
  );
  return [`- ${CASE_ID} (string): the case id, copied`, ...fields].join('\n');
}

function describeType({ type, enum: values, items, properties }: OutputType): string {
  if (items !== undefined) return `array of ${describeType(items)}`;
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (properties === undefined) return type;
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}: ${describeType(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

function parseFields<T>(schema: OutputSchema<T>, text: string, caseId: string): ParsedOutput<T> {
  const fields = parseObject(text);
  if (fields === undefined) return unreadable('it is not one JSON object and nothing else');
  const { [CASE_ID]: given } = fields;
  if (typeof given !== 'string') return unreadable(`it has no ${CASE_ID}`);
  if (given.trim().toLowerCase() !== caseId) {
    return { state: 'untrusted', why: 'it answers for another case than the one it was given' };
  }
  return schema.parse(fields);
}

/** Some models put their whole answer into a code block. */
const WHOLE_CODE_BLOCK = /^```(?:json)?[ \t]*\n([^]*)\n```$/;

/** Parses the text as one JSON object. An object embedded in other text is not accepted. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const trimmed = text.trim();
  const whole = WHOLE_CODE_BLOCK.exec(trimmed)?.[1] ?? trimmed;
  const value = isTooDeep(whole) ? undefined : parseJson(whole);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

/** Whitespace, emphasis, colons and full stops around the text of a line. */
const MARKUP = new Set(' \t\r*_`:.');

/** Avoids a regular expression, which would be very slow on some lines. */
function trimMarkup(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && MARKUP.has(line.charAt(start))) start += 1;
  while (end > start && MARKUP.has(line.charAt(end - 1))) end -= 1;
  return line.slice(start, end);
}
