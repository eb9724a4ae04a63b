import type { Server } from '@fairtrial/server';
import { Readable } from 'node:stream';
import type { Ledger } from '../ledger.ts';

export function addLedger(server: Server, ledger: Ledger): void {
  server.get(
    '/ledger',
    {
      config: { scope: 'open' },
    },
    (_, reply) => reply.type('application/x-ndjson').send(Readable.from(ledgerLines(ledger))),
  );
  server.get('/ledger/summary', { config: { scope: 'open' } }, () => ledger.summary());
  server.delete('/ledger', { config: { scope: 'open' } }, (_, reply) => {
    ledger.clear();
    return reply.code(204).send();
  });
}

const LINES_PER_CHUNK = 1000;

/** Streams the ledger in chunks, because it can be long. */
function* ledgerLines(ledger: Ledger): Generator<string> {
  let lines: string[] = [];
  for (const entry of ledger.entries()) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length < LINES_PER_CHUNK) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
