import type { Server } from '../server.ts';

/** The OpenAPI document of a service, as `/openapi.json` serves it. */
export async function openapiOf(server: Server): Promise<object> {
  await server.ready();
  return server.swagger();
}
