import type { Server } from '@assay/server';
import type { Ledger } from '../ledger.ts';

export function addLedger(server: Server, ledger: Ledger): void {
  server.get(
    '/ledger',
    {
      config: { scope: 'open' },
      schema: { tags: ['simulator'], summary: 'Every call, one line each' },
    },
    (_, reply) =>
      reply.type('application/x-ndjson').send(
        ledger
          .entries()
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(''),
      ),
  );
  server.get(
    '/ledger/summary',
    { config: { scope: 'open' }, schema: { tags: ['simulator'], summary: 'The calls, counted' } },
    () => ledger.summary(),
  );
  server.delete(
    '/ledger',
    { config: { scope: 'open' }, schema: { tags: ['simulator'], summary: 'Forget every call' } },
    (_, reply) => {
      ledger.clear();
      return reply.code(204).send();
    },
  );
}
