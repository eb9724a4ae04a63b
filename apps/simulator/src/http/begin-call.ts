import { AppError } from '@assay/contracts';
import type { Reply, Request } from '@assay/server';
import { readFault } from '../faults/fault.ts';
import { faults } from '../faults/registry.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Simulator } from '../simulator.ts';

interface Exchange {
  readonly request: Request;
  readonly reply: Reply;
}

/**
 * Notes the call in the ledger, where the socket's close ends it, and plays the fault that was asked
 * for. False where that has answered the call.
 */
export function beginCall(
  { request, reply }: Exchange,
  simulator: Simulator,
  model: string,
): boolean {
  const key = header(request, 'idempotency-key');
  const fault = readFault(header(request, 'x-sim-fault'), model, () =>
    seededRandom(simulator.seed, key ?? request.id)(),
  );
  const end = simulator.ledger.open({
    model,
    idempotency_key: key ?? null,
    conversation: header(request, 'x-assay-conversation') ?? null,
    turn: header(request, 'x-assay-turn') ?? null,
    fault: fault ?? null,
  });
  reply.raw.once('close', end);
  if (fault === undefined) return true;
  const play = Object.hasOwn(faults, fault) ? faults[fault] : undefined;
  if (play === undefined) throw new AppError('invalid_request', `there is no fault '${fault}'`);
  reply.hijack();
  play(reply.raw);
  return false;
}

export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
