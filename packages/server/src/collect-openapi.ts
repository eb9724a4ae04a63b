import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { dropUnusedSchemas } from './drop-unused-schemas.ts';
import type { Server } from './server.ts';

export interface ServiceInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
}

/** Collects the routes registered after it; `/openapi.json` and `/reference` show them. */
export async function collectOpenapi(server: Server, info: ServiceInfo): Promise<void> {
  await server.register(swagger, {
    openapi: { openapi: '3.1.0', info },
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
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
}
