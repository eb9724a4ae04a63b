import type { WireProtocol } from './wire-protocol.ts';

/** OpenAI-compatible chat completions. */
export const openai: WireProtocol = {
  headers: () => ({}),
  body: ({ model, messages, parameters }) => ({ ...parameters, model, messages }),
};
