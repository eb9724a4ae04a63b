import type { Reply, Request } from '@assay/server';
import type { Ledger } from '../ledger.ts';

/** Notes the call in the ledger; the socket's close ends it there. */
export function beginCall(
  { request, reply }: { request: Request; reply: Reply },
  ledger: Ledger,
  model: string,
): void {
  const end = ledger.open({
    model,
    idempotency_key: header(request, 'idempotency-key') ?? null,
    conversation: header(request, 'x-assay-conversation') ?? null,
    turn: header(request, 'x-assay-turn') ?? null,
    fault: null,
  });
  reply.raw.once('close', end);
}

export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
