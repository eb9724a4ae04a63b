import { AppError } from '@assay/contracts';
import type { Request } from '@assay/server';
import { z } from 'zod';
import { header } from './begin-call.ts';

const Replies = z.array(z.string());

/** `x-sim-replies: ["first", "second"]`, percent-encoded where it is not ASCII. */
export function readReplies(request: Request): readonly string[] {
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
