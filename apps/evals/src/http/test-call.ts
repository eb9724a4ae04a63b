import { TestCall, TestCallResult } from '@fairtrial/contracts';
import { callerSignal, problemResponse, NO_HANDLER_TIMEOUT, type Server } from '@fairtrial/server';
import type { Database } from '../db/connection/open-database.ts';
import { resolveTarget } from '../runs/commands/resolve-target.ts';
import { TEST_CALL_FIELDS } from '../runs/plan/unknown-fields.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { projectOf } from './route-helpers.ts';
import { testEndpoint, type TestEndpointServices } from '../runs/commands/test-endpoint.ts';

/** `POST /test-call`: checks that an endpoint answers before a run is started against it. */
export function addTestCall(
  server: Server,
  services: TestEndpointServices & { readonly database: Database },
): void {
  server.post(
    '/test-call',
    {
      ...NO_HANDLER_TIMEOUT,
      config: { scope: 'run' },
      preValidation: refuseSecrets(TEST_CALL_FIELDS),
      schema: {
        tags: ['evaluation'],
        summary:
          'Send one request to an endpoint, as a run would; a failed call is reported as an outcome with status 200',
        body: TestCall,
        response: { 200: TestCallResult, default: problemResponse },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const target = await resolveTarget(services.database, projectOf(request), body.target);
      return testEndpoint(services, { ...body, target }, callerSignal(reply));
    },
  );
}
