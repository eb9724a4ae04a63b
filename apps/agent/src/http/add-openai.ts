import { AppError } from '@fairtrial/contracts';
import type { Server } from '@fairtrial/server';
import { sendOpenaiError } from './openai-error.ts';

/** OpenAI's API: below `/v1` every error has OpenAI's shape, including unknown paths and methods. */
export async function addOpenai(server: Server, addRoutes: (v1: Server) => void): Promise<void> {
  await server.register(
    async (v1: Server) => {
      v1.setErrorHandler((error, request, reply) => sendOpenaiError(error, request, reply));
      // Without a not-found handler here, this error handler would not see unknown paths below /v1.
      v1.setNotFoundHandler((request, reply) =>
        sendOpenaiError(
          new AppError('not_found', 'there is no such route; see /openapi.json'),
          request,
          reply,
        ),
      );
      addRoutes(v1);
    },
    { prefix: '/v1' },
  );
}
