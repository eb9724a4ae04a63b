import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { dropUnusedSchemas } from './drop-unused-schemas.ts';
import type { Server } from './server.ts';

export interface ServiceInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** What its own routes are filed under, in front of those that every service has. */
  readonly tag: string;
}

/** Collects the routes registered after it; `/openapi.json` and `/reference` show them. */
export async function collectOpenapi(server: Server, info: ServiceInfo): Promise<void> {
  const { tag, ...about } = info;
  await server.register(swagger, {
    openapi: { openapi: '3.1.0', info: about, tags: [{ name: tag }, { name: 'operations' }] },
    transform: jsonSchemaTransform,
    transformObject: (document) => dropUnusedSchemas(jsonSchemaTransformObject(document)),
  });
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger());
  await server.register(reference, {
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
}
