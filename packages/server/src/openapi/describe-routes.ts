import { Problem, type Api, type Route, type RouteName } from '@fairtrial/contracts';
import { z } from 'zod';
import { describeTransforms } from './describe-transforms.ts';
import { showInputLimits } from './show-input-limits.ts';

type Json = Readonly<Record<string, unknown>>;

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Required if FAIRTRIAL_API_KEYS is set. Each route lists the scope that the key needs.',
} as const;

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: 'OK',
  202: 'Accepted',
  204: 'No content',
};

/** Returns the OpenAPI document of a service. */
export function describeRoutes({ routes, ...info }: Api): object {
  const entries = Object.entries(routes) as [RouteName, Route][];
  // All schemas are converted together, so that a named one is described once.
  const asked = toJson(
    'input',
    entries.map(([, { params, query, headers, body }]) =>
      z.object({
        ...(params && { path: params }),
        ...(query && { query }),
        ...(headers && { header: z.object(headers) }),
        ...(body && { body }),
      }),
    ),
  );
  const answered = toJson('output', [
    ...entries.map(([, { answers }]) => z.object(answers)),
    z.object({ problem: Problem }),
  ]);
  const problem = {
    description: 'A problem (RFC 9457)',
    content: {
      'application/problem+json': { schema: fieldsOf(answered.schemas.at(-1))['problem'] },
    },
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const [at, [name, route]] of entries.entries()) {
    const [method = '', path = ''] = name.split(' ');
    const methods = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
    const request = asked.schemas[at];
    methods[method.toLowerCase()] = {
      summary: route.summary,
      tags: [route.tag],
      ...(route.description !== undefined && { description: route.description }),
      ...describeBody(request, route.bodyTypes),
      ...describeParameters(request),
      ...(route.scope !== 'open' && { security: [{ apiKey: [route.scope] }] }),
      responses: {
        ...describeAnswers(route, fieldsOf(answered.schemas[at])),
        // Errors below /v1 have the shape of OpenAI's.
        ...(route.tag !== 'openai' && { default: problem }),
      },
    };
  }
  const document = {
    openapi: '3.1.0',
    info,
    components: {
      securitySchemes: { apiKey },
      schemas: sortKeys({ ...asked.named, ...answered.named }),
    },
    paths,
    tags: [...new Set(entries.map(([, { tag }]) => tag))].map((name) => ({ name })),
  };
  return showInputLimits(describeTransforms(document));
}

/** Converts schemas to JSON Schema, and those that they name to components. The names of inputs end with `Input`. */
function toJson(
  io: 'input' | 'output',
  parts: readonly z.ZodObject[],
): { readonly schemas: readonly Json[]; readonly named: Json } {
  const suffix = io === 'input' ? 'Input' : '';
  const whole = z.toJSONSchema(z.tuple(parts as [z.ZodObject]), { io, unrepresentable: 'any' });
  const { prefixItems, $defs = {} } = JSON.parse(JSON.stringify(whole), (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('#/$defs/')) return value;
    return `#/components/schemas/${value.slice('#/$defs/'.length)}${suffix}`;
  }) as { readonly prefixItems: readonly Json[]; readonly $defs?: Record<string, Json> };
  const named = Object.entries($defs).map(([name, schema]) => [
    name + suffix,
    { ...schema, id: undefined },
  ]);
  return { schemas: prefixItems, named: Object.fromEntries(named) as Json };
}

function describeBody(
  request: Json | undefined,
  types: Route['bodyTypes'] = ['application/json'],
): object {
  const { body } = fieldsOf(request);
  if (body === undefined) return {};
  const required = requiredOf(request).includes('body');
  const content = Object.fromEntries(types.map((type) => [type, { schema: body }]));
  return { requestBody: { required, content } };
}

function describeParameters(request: Json | undefined): object {
  const parameters = ['query', 'path', 'header'].flatMap((place) => {
    const part = fieldsOf(request)[place] as Json | undefined;
    return Object.entries(fieldsOf(part)).map(([name, field]) => {
      const { description, ...schema } = field as Json;
      const required = requiredOf(part).includes(name);
      return {
        schema,
        in: place,
        name,
        required,
        ...(description !== undefined && { description }),
      };
    });
  });
  return parameters.length === 0 ? {} : { parameters };
}

function describeAnswers({ types = ['application/json'], events }: Route, answers: Json): object {
  return Object.fromEntries(
    Object.entries(answers).map(([status, schema]) => {
      const { description = STATUS_TEXTS[status] } = schema as Json;
      if (status === '204') return [status, { description }];
      // A file is text in every type but JSON, where it is any value.
      const content = Object.fromEntries(
        types.map((type) => [
          type,
          { schema: type === 'application/json' && types.length > 1 ? {} : schema },
        ]),
      );
      const streamed = events && { 'text/event-stream': { schema: { description: events } } };
      return [status, { description, content: { ...content, ...streamed } }];
    }),
  );
}

function fieldsOf(schema: Json | undefined): Json {
  return (schema?.['properties'] ?? {}) as Json;
}

function requiredOf(schema: Json | undefined): readonly string[] {
  return (schema?.['required'] ?? []) as readonly string[];
}

function sortKeys(value: Json): Json {
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
