import { TestCall, TestCallResult } from '@assay/contracts';
import { callerSignal, problemResponse, UNHURRIED, type Server } from '@assay/server';
import { tryEndpoint, type TryServices } from '../runs/try-endpoint.ts';

/** `POST /test-call`: whether an endpoint answers, before a run is started against it. */
export function addTestCall(server: Server, services: TryServices): void {
  server.post(
    '/test-call',
    {
      ...UNHURRIED,
      config: { scope: 'run' },
      schema: {
        tags: ['evaluation'],
        summary: 'Ask an endpoint once, as a run would; a failure is an outcome, not an error',
        body: TestCall,
        response: { 200: TestCallResult, default: problemResponse },
      },
    },
    (request, reply) => tryEndpoint(services, request.body, callerSignal(reply)),
  );
}
