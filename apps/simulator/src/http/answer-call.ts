import type { Request } from '@assay/server';
import type { SimCall, SimReply } from '../models/sim-model.ts';
import type { Simulator } from '../simulator.ts';
import { header } from './begin-call.ts';
import { readReplies } from './read-replies.ts';

/** What the model says, whichever protocol it was asked in; undefined where there is no such model. */
export function answerCall(
  request: Request,
  simulator: Simulator,
  asked: Pick<SimCall, 'model' | 'messages'> & Partial<Omit<SimCall, 'replies'>>,
): Promise<SimReply | undefined> {
  const call = { tools: [], schema: undefined, ...asked, replies: readReplies(request) };
  return simulator.answer(call, header(request, 'x-assay-conversation'));
}
