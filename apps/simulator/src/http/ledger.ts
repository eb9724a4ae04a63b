import type { Server } from '@assay/server';
import { Readable } from 'node:stream';
import type { Ledger } from '../ledger.ts';

export function addLedger(server: Server, ledger: Ledger): void {
  server.get(
    '/ledger',
    {
      config: { scope: 'open' },
      schema: { tags: ['simulator'], summary: 'Every call, one line each' },
    },
    (_, reply) => reply.type('application/x-ndjson').send(Readable.from(linesOf(ledger))),
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

const LINES_AT_ONCE = 1000;

/** However long it is, it is written a piece at a time. */
function* linesOf(ledger: Ledger): Generator<string> {
  let lines: string[] = [];
  for (const entry of ledger.entries()) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
