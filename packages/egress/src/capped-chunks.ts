import type { Readable } from 'node:stream';
import { EgressError } from './egress-error.ts';

/** The body as it comes, ended with an error once it is larger than it may be. */
export async function* cappedChunks(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

/** All of the body, under the same cap. */
export function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // What ended before anybody listened will not say so again.
  if (body.destroyed) reject(body.errored ?? new Error('closed before its end'));
  const chunks: Buffer[] = [];
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) body.destroy(tooLarge(maxBytes));
    else chunks.push(chunk);
  });
  body.once('end', () => resolve(Buffer.concat(chunks)));
  body.once('error', reject);
  body.once('close', () => {
    if (!body.readableEnded) reject(new Error('closed before its end'));
  });
  return promise;
}

function tooLarge(maxBytes: number): EgressError {
  return new EgressError('bad_response', `the answer is larger than ${maxBytes} bytes`, {
    connected: true,
  });
}
