import type { Server } from '@fairtrial/server';
import type { Simulator } from '../simulator.ts';

export function addModels(server: Server, simulator: Simulator): void {
  for (const url of ['/v1/models', '/models']) {
    server.get(
      url,
      {
        config: { scope: 'open' },
      },
      () => ({
        object: 'list',
        data: simulator.models.map((id) => ({
          id,
          object: 'model',
          created: 0,
          owned_by: 'fairtrial',
        })),
      }),
    );
  }
}
