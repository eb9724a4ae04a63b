import { EgressError } from '@fairtrial/egress';
import { StreamableHTTPClientTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';

type Send = StreamableHTTPClientTransport['send'];

/** JSON-RPC error code for a connection lost before the answer. */
export const CONNECTION_LOST = -32_097;

const LOST =
  'the connection to the tool server was lost before it answered; the call may have been carried out';

/**
 * Streamable HTTP that fails a request as soon as its connection is lost. The library only reports the end of the
 * answer stream, and its request would wait for the timeout. A stream with event ids is resumed first, which takes
 * about 3 s if the server does not come back. Results with very many parts are cut.
 */
export class McpTransport extends StreamableHTTPClientTransport {
  /** The library calls it before its own function. */
  override onmessage = limitParts;

  override send(...[message, options]: Parameters<Send>): ReturnType<Send> {
    if (Array.isArray(message) || !('method' in message) || !('id' in message)) {
      return super.send(message, options);
    }
    const { id } = message;
    const error = { code: CONNECTION_LOST, message: LOST };
    // If the request was already answered, its id is unknown and the library drops this message.
    const onRequestStreamEnd = (): void => this.onmessage?.({ jsonrpc: '2.0', id, error });
    return super.send(message, { ...options, onRequestStreamEnd }).catch((thrown: unknown) => {
      throw wasCutOff(thrown) ? new Error(LOST, { cause: thrown }) : thrown;
    });
  }
}

const MAX_PARTS = 1000;

/**
 * Cuts the parts of a result. The library checks each part against the schemas of all types of parts, so an MCP server
 * that sends very many could block this process.
 */
function limitParts(message: JSONRPCMessage): void {
  const content: unknown = 'result' in message ? message.result['content'] : undefined;
  if (!Array.isArray(content) || content.length <= MAX_PARTS) return;
  const cut = content.splice(MAX_PARTS).length;
  content.push({ type: 'text', text: `[${cut} more parts were left out]` });
}

/** True if the request was sent and the connection ended before the response headers. */
function wasCutOff(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof EgressError) return error.kind === 'connect' && error.connected;
  }
  return false;
}
