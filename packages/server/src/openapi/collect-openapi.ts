import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { dropUnusedSchemas } from './drop-unused-schemas.ts';
import type { Server } from '../server.ts';

export interface ServiceInfo {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** What its own routes are filed under, in front of those that every service has. */
  readonly tag: string;
}

const apiKey = {
  type: 'http',
  scheme: 'bearer',
  description: 'Wanted where ASSAY_API_KEYS is set; each route names the scope a key needs for it.',
} as const;

/** The reference is a page of ours that runs a script of ours; nothing else is loaded. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Collects the routes registered after it; `/openapi.json` and `/reference` show them. */
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
    transformObject: (document) => dropUnusedSchemas(jsonSchemaTransformObject(document)),
  });
  server.get('/openapi.json', { config: { scope: 'open' }, schema: { hide: true } }, () =>
    server.swagger(),
  );
  await server.register(async (pages) => {
    pages.addHook('onSend', async (_, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
    });
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
