import { AGENT_API, EVALUATION_API } from '@fairtrial/contracts';
import { describeRoutes } from '@fairtrial/server';
import { writeTable } from './write-table.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly security?: readonly [{ readonly apiKey: readonly [string] }];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

type Schemas = Readonly<Record<string, Schema>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

const INTRODUCTION = `# Routes

<!-- Written by "npm run generate" from packages/contracts/src/routes. -->

Every route of both services with its parameters. What they do is in the [API reference](api.md), which also explains
[errors](api.md#errors), [API keys](api.md#api-keys) and [limits](api.md#limits). Answers are described in full by
[evals.json](../openapi/evals.json) and [agent.json](../openapi/agent.json).

A list has pages: \`next_cursor\` of an answer is the \`cursor\` of the next page, and it is \`null\` on the last one. An error is a
problem document, below \`/v1\` of the agent backend an error of OpenAI's shape.
`;

const APIS = [EVALUATION_API, AGENT_API].map((api) => ({
  title: api.title.replace(/^Fairtrial /, ''),
  document: describeRoutes(api) as Document,
}));

/** Of both services, in which schemas with one name are equal. */
const SCHEMAS: Schemas = Object.assign(
  {},
  ...APIS.map(({ document }) => document.components.schemas),
);

/** `docs/reference/routes.md`: each route with its parameters, its body and its answers. */
export function routesDocument(): { readonly file: string; readonly text: string } {
  const routes = APIS.flatMap(({ title, document }) => [
    heading(2, toTitle(title)),
    ...describePaths(document),
  ]);
  const bodies = Object.entries(SCHEMAS).filter(
    ([name, schema]) => name.endsWith('Input') && tablesOf(schema).length > 0,
  );
  const text = [INTRODUCTION, ...routes, heading(2, 'Bodies'), ...bodies.map(describeBody)];
  return { file: 'docs/reference/routes.md', text: text.join('\n') };
}

function describePaths({ paths }: Document): readonly string[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  return [...Map.groupBy(operations, ({ operation }) => operation.tags[0])].flatMap(
    ([tag, members]) => [
      heading(3, toTitle(tag)),
      ...members.map(({ title, operation }) => describeOperation(title, operation)),
    ],
  );
}

function describeBody([name, schema]: readonly [string, Schema]): string {
  const { description } = schema;
  return [
    heading(3, toName(name)),
    ...(description === undefined ? [] : [`${description}\n`]),
    tablesOf(schema).map(writeFields).join('\nor\n\n'),
  ].join('\n');
}

/** The object that a schema describes, or the objects that it allows. */
function tablesOf(schema: Schema): readonly Schema[] {
  return [schema, ...optionsOf(schema)].filter((one) => fieldsOf(one).length > 0);
}

function optionsOf({ anyOf, oneOf }: Schema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
}

function describeOperation(title: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, security, responses } = operation;
  const scope = security?.[0].apiKey[0];
  const body = requestBody?.content['application/json']?.schema;
  const rows = parameters.map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    typeOf(parameter.schema),
    parameter.required ? 'required' : defaultOf(parameter.schema),
    toCell(parameter.description),
  ]);
  return [
    heading(4, title),
    `${summary}. ${description ?? ''}`.trimEnd(),
    '',
    `- ${scope === undefined ? 'Needs no key' : `Scope \`${scope}\``}`,
    ...(body === undefined ? [] : [`- Body: ${body.description ?? typeOf(body)}`]),
    ...Object.entries(responses)
      .filter(([status]) => status !== 'default')
      .map(([status, { content }]) => `- Answer ${status}${describeContent(content)}`),
    ...(rows.length === 0
      ? []
      : ['', writeTable([['Parameter', 'In', 'Type', 'Default', 'Meaning'], ...rows]).trimEnd()]),
    '',
  ].join('\n');
}

function describeContent(content: Operation['responses'][string]['content'] = {}): string {
  const types = Object.keys(content);
  const [first] = Object.values(content);
  if (first === undefined) return '';
  const name = first.schema.$ref?.split('/').at(-1);
  const others = types.filter((type) => type !== 'application/json');
  const what = name === undefined ? types : [`\`${name}\``, ...others];
  return `: ${what.join(', ')}`;
}

function writeFields(schema: Schema): string {
  const rows = fieldsOf(schema).map(([name, field]) => [
    `\`${name}\``,
    typeOf(field),
    schema.required?.includes(name) === true ? 'required' : defaultOf(field),
    toCell(field.description),
  ]);
  return writeTable([['Field', 'Type', 'Default', 'Meaning'], ...rows]);
}

/** Without those that callers may send back, because they are part of answers. */
function fieldsOf({ properties = {} }: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties).filter(
    ([, { description }]) => description?.startsWith('Ignored in requests') !== true,
  );
}

/** Numbers of a path and a query are text with a pattern. */
const NUMBERS: Readonly<Record<string, string>> = {
  [String.raw`^\d{1,10}$`]: 'integer',
  [String.raw`^(0(\.\d+)?|1(\.0+)?)$`]: 'number from 0 to 1',
};

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.const !== undefined) return toCode(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(toCode).join(', ');
  const options = optionsOf(schema);
  if (options.length > 0) return [...new Set(options.map(typeOf))].join(' or ');
  const { type = 'any', items = {}, pattern = '', format } = schema;
  if (type === 'array') return `list of ${typeOf(items)}`;
  return NUMBERS[pattern] ?? (type === 'string' ? format : undefined) ?? [type].flat().join(' or ');
}

function linkTo(ref: string): string {
  const name = ref.split('/').at(-1) ?? '';
  const schema = SCHEMAS[name] ?? {};
  if (tablesOf(schema).length === 0) return typeOf(schema);
  return `[${toName(name)}](#${toName(name).toLowerCase()})`;
}

function defaultOf(schema: Schema): string {
  return schema.default === undefined ? '' : toCode(schema.default);
}

function toCode(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** A `<` in code is shown as it is. */
function toCell(text = ''): string {
  const parts = text
    .replaceAll('\n', ' ')
    .replaceAll('|', String.raw`\|`)
    .split('`');
  return parts
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('<', String.raw`\<`) : part))
    .join('`');
}

function toTitle(text = ''): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Schemas of requests are named after what callers send. */
function toName(schema: string): string {
  return schema.replace(/Input$/, '');
}

function heading(level: number, text: string): string {
  return `${'#'.repeat(level)} ${text}\n`;
}
