import { EgressError } from './egress-error.ts';

/** The body as it comes, ended with an error once it is larger than it may be. */
export async function* cappedChunks(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new EgressError('bad_response', `the answer is larger than ${maxBytes} bytes`, {
        connected: true,
      });
    }
    yield chunk;
  }
}
