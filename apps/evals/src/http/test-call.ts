import { TestCall, TestCallResult } from '@assay/contracts';
import { callerSignal, problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@assay/server';
import { TEST_CALL_FIELDS } from '../runs/plan/unknown-fields.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { testEndpoint, type TestEndpointServices } from '../runs/commands/test-endpoint.ts';

/** `POST /test-call`: whether an endpoint answers, before a run is started against it. */
export function addTestCall(server: Server, services: TestEndpointServices): void {
  server.post(
    '/test-call',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'run' },
      preValidation: refuseSecrets(TEST_CALL_FIELDS),
      schema: {
        tags: ['evaluation'],
        summary: 'Ask an endpoint once, as a run would; a failure is an outcome, not an error',
        body: TestCall,
        response: { 200: TestCallResult, default: problemResponse },
      },
    },
    (request, reply) => testEndpoint(services, request.body, callerSignal(reply)),
  );
}
