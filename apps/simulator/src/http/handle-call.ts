import { AppError } from '@fairtrial/contracts';
import type { Reply, Request } from '@fairtrial/server';
import type { Random } from '@fairtrial/statistics';
import { z } from 'zod';
import { faults } from '../faults/registry.ts';
import type { SimCall, SimReply } from '../models/sim-model.ts';
import { randomFrom } from '../random-from.ts';
import type { Simulator } from '../simulator.ts';

const Replies = z.array(z.string());

/**
 * Records the call in the ledger until its socket closes, and plays the requested fault. Returns false if the fault has
 * answered the call.
 */
export function beginCall(
  { request, reply }: { readonly request: Request; readonly reply: Reply },
  simulator: Simulator,
  model: string,
): boolean {
  const key = header(request, 'idempotency-key');
  const fault = readFault(header(request, 'x-sim-fault'), model, () =>
    randomFrom(simulator.seed, key ?? request.id)(),
  );
  const end = simulator.ledger.open({
    model,
    idempotency_key: key ?? null,
    conversation: header(request, 'x-fairtrial-conversation') ?? null,
    turn: header(request, 'x-fairtrial-turn') ?? null,
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

/** The reply of the simulated model, for every protocol; `undefined` if there is no such model. */
export function answerCall(
  request: Request,
  simulator: Simulator,
  asked: Pick<SimCall, 'model' | 'messages'> & Partial<Omit<SimCall, 'replies'>>,
): Promise<SimReply | undefined> {
  const call = { tools: [], schema: undefined, ...asked, replies: readReplies(request) };
  return simulator.answer(call, {
    conversation: header(request, 'x-fairtrial-conversation'),
    turn: header(request, 'x-fairtrial-turn'),
  });
}

export function unknownModel(model: string): object {
  return {
    error: {
      message: `The model '${model}' does not exist; GET /v1/models lists those that do.`,
      type: 'invalid_request_error',
      param: 'model',
      code: 'model_not_found',
    },
  };
}

export function header(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** `x-sim-fault: status-500@0.05` plays that fault for one call in twenty. */
function readFault(wanted: string | undefined, model: string, random: Random): string | undefined {
  if (model.startsWith('fault/')) return model.slice('fault/'.length);
  const [name, share = '1'] = wanted?.split('@') ?? [];
  return name !== undefined && random() < Number(share) ? name : undefined;
}

/** `x-sim-replies: ["first", "second"]`, percent-encoded if it is not ASCII. */
function readReplies(request: Request): readonly string[] {
  const text = header(request, 'x-sim-replies');
  if (text === undefined) return [];
  try {
    return Replies.parse(JSON.parse(decodeURIComponent(text)));
  } catch (cause) {
    throw new AppError('invalid_request', 'x-sim-replies must be a JSON array of strings', {
      cause,
    });
  }
}
