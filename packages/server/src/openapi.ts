import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { createHash } from 'node:crypto';
import { describeTransforms } from './describe-transforms.ts';
import { keepAnswers } from './keep-answers.ts';
import type { Server } from './server.ts';
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
  description: 'Required if ASSAY_API_KEYS is set. Each route lists the scope that the key needs.',
} as const;

/**
 * The reference page loads nothing from other hosts, and runs only its script file and its inline scripts. That script
 * generates the styles, so they cannot be listed.
 */
function pagePolicy(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([^<]+)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Collects the routes registered after this call; `/openapi.json` and `/reference` show them. */
export async function collectOpenapi(server: Server, info: ServiceInfo): Promise<void> {
  const { tag, ...about } = info;
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
  const onSend = keepAnswers();
  let document: string | undefined;
  server.get(
    '/openapi.json',
    { config: { scope: 'open' }, schema: { hide: true }, onSend },
    (_, reply) => {
      document ??= JSON.stringify(server.swagger());
      return reply.type('application/json; charset=utf-8').send(document);
    },
  );
  await server.register(async (pages) => {
    pages.addHook('onSend', async (_, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      if (!isPage || typeof payload !== 'string') return;
      reply.header('content-security-policy', pagePolicy(payload));
    });
    pages.addHook('onSend', onSend);
    await pages.register(reference, {
      routePrefix: '/reference',
      logLevel: 'warn',
      configuration: {
        url: '/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** The OpenAPI document of a service, as `/openapi.json` serves it. */
export async function openapiDocument(server: Server): Promise<object> {
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
