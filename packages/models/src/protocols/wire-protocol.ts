import type { ModelCall } from '../endpoint/model-call.ts';

/** How a call is put into an HTTP request. Our own fields win over the caller's parameters. */
export interface WireProtocol {
  headers(call: ModelCall): Readonly<Record<string, string>>;
  body(call: ModelCall): Readonly<Record<string, unknown>>;
}
