import helmet from '@fastify/helmet';
import type { Server } from './server.ts';

/** Our answers are data: no page may run, frame or load anything because of one. */
export async function secureHeaders(server: Server): Promise<void> {
  await server.register(helmet, {
    strictTransportSecurity: false, // who ends TLS in front of us decides that for the whole domain
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  });
}
