import { Settings } from '@assay/contracts';
import { problemResponse, type Server } from '@assay/server';

/** `GET /settings`: how the service is set up. */
export function addSettings(server: Server, settings: Settings): void {
  server.get(
    '/settings',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['settings'],
        summary: 'How the service is set up: which keys are there, where runs are kept, its limits',
        response: { 200: Settings, default: problemResponse },
      },
    },
    () => settings,
  );
}
