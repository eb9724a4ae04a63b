import swagger from '@fastify/swagger';
import { fastify, type RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { describeTransforms } from './describe-transforms.ts';
import { showInputLimits } from './show-input-limits.ts';

export interface ServiceInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Tag of the service's own routes, listed before the routes that every service has. */
  readonly tag: string;
}

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description:
    'Required if FAIRTRIAL_API_KEYS is set. Each route lists the scope that the key needs.',
} as const;

/** Returns the OpenAPI document of these routes. */
export async function describeRoutes(
  routes: readonly RouteOptions[],
  info: ServiceInfo,
): Promise<object> {
  const { tag, ...about } = info;
  // The plugin describes the routes of its own server, which must be registered after it.
  const server = fastify({ exposeHeadRoutes: false });
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => () => '');
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: about,
      tags: [{ name: tag }, { name: 'operations' }],
      components: { securitySchemes: { apiKey } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      showInputLimits(
        nameWildcards(dropUnusedSchemas(describeTransforms(jsonSchemaTransformObject(document)))),
      ),
  });
  for (const { method, url, schema } of routes) {
    if (method === 'HEAD' || method === 'OPTIONS') continue;
    server.route({ method, url, ...(schema && { schema }), handler: async () => '' });
  }
  await server.ready();
  return server.swagger();
}

/** The router calls a parameter that may contain slashes `*`, which client generators do not accept as a name. */
function nameWildcards<T extends object>(document: T): T {
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll('/{*}"', '/{id}"').replaceAll('"name":"*"', '"name":"id"'),
  ) as T;
}

const REF = /"#\/components\/schemas\/([^"]+)"/g;

/** The registry holds the schemas of every service; each document keeps those it references. */
function dropUnusedSchemas<T extends object>(document: T): T {
  const components: { schemas?: object } =
    'components' in document ? { ...(document.components as object) } : {};
  const all: Readonly<Record<string, unknown>> = { ...components.schemas };
  const used = new Set<string>();
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(REF)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(all[name] ?? {});
    }
  };
  collect({ ...document, components: {} });
  const schemas = Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => used.has(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { ...document, components: { ...components, schemas } };
}
