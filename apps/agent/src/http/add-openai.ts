import { AppError } from '@assay/contracts';
import type { Server } from '@assay/server';
import { sendOpenaiError } from './openai-error.ts';

/** OpenAI's interface: below `/v1` every refusal has OpenAI's shape, that of an unknown path or method too. */
export async function addOpenai(server: Server, addRoutes: (v1: Server) => void): Promise<void> {
  await server.register(
    async (v1: Server) => {
      v1.setErrorHandler((error, request, reply) => sendOpenaiError(error, request, reply));
      // Its presence makes unknown paths below /v1 the business of this error handler.
      v1.setNotFoundHandler((request, reply) =>
        sendOpenaiError(new AppError('not_found', 'nothing is here'), request, reply),
      );
      addRoutes(v1);
    },
    { prefix: '/v1' },
  );
}
