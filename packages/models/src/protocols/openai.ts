import type { WireProtocol } from '../endpoint/model-call.ts';

/** OpenAI-compatible chat completions. */
export const openai: WireProtocol = {
  headers: () => ({}),
  body: ({ model, messages, parameters }) => ({ ...parameters, model, messages }),
};
