import { AppError, Tally } from '@assay/contracts';
import { Transform } from 'node:stream';
import type { Request, Server } from '../server.ts';

/** Bytes of bodies that are being received at the same time. */
export interface UploadLimits {
  readonly inAll: number;
  readonly perCaller: number;
}

export const UPLOAD_LIMITS: UploadLimits = {
  inAll: 64 * 1024 * 1024,
  perCaller: 32 * 1024 * 1024,
};

/** Bodies this small need no counting: the number of requests bounds them. */
const SMALL_BYTES = 64 * 1024;

/**
 * Bounds the memory of bodies that are being received. Bytes count when they arrive, not when they are announced:
 * a caller that only announces a large body takes nothing from the others.
 */
export function limitUploads(server: Server, limits: UploadLimits): void {
  const received = new Tally();
  let inAll = 0;

  function add(caller: string, bytes: number): void {
    inAll += bytes;
    received.add(caller, bytes);
  }

  function refusalFor(caller: string): AppError | undefined {
    const headers = { 'retry-after': '1' };
    if (received.get(caller) > limits.perCaller) {
      const detail =
        'this caller is sending too much at the same time; send one body after the other';
      return new AppError('rate_limited', detail, { headers });
    }
    if (inAll <= limits.inAll) return undefined;
    return new AppError('overloaded', 'too much is being received right now; send it again', {
      headers,
    });
  }

  server.addHook('preParsing', async (request, _reply, payload) => {
    if (Number(request.headers['content-length'] ?? Infinity) <= SMALL_BYTES) return payload;
    const caller = callerOf(request);
    let bytes = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        add(caller, chunk.length);
        const refusal = refusalFor(caller);
        if (refusal === undefined) done(null, chunk);
        else done(refusal);
      },
    });
    // Also when the caller hangs up in the middle of the body.
    counter.once('close', () => add(caller, -bytes));
    payload.once('error', (error: Error) => counter.destroy(error));
    return payload.pipe(counter);
  });
}

/** The name of the key, else the address. */
function callerOf({ caller, ip }: Request): string {
  return caller === null ? `address ${ip}` : `key ${caller.name}`;
}
