import { z } from 'zod';
import { AgentRequest, AgentResponseMessage, StudioModels } from '../agent/agent-message.ts';
import { CompletionRequest, Model, Models } from '../agent/openai-wire.ts';
import { ResponseRequest } from '../agent/response-request.ts';
import { boundedName } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { idempotencyKey } from './query-fields.ts';
import type { Routes } from './route.ts';

/** Of every route that runs the agent. */
const RunHeaders = {
  'x-model-fallback': z
    .literal('none', "must be 'none', or absent")
    .optional()
    .describe('none: if the model fails, no other model answers (FALLBACK_MODEL).'),
  'idempotency-key': idempotencyKey(
    'For ten minutes, requests with the same key share one answer, unless it is streamed.',
  ),
};

/** The agent, and its OpenAI-compatible interface below `/v1`. */
export const AGENT_ONLY_ROUTES = {
  'POST /': {
    tag: 'agent',
    scope: 'chat',
    summary: 'Run the agent and return its last message',
    headers: {
      ...RunHeaders,
      'x-model-id': boundedName().describe(
        'UUID of a fine-tuned model, <provider>/<model> of a hub model, or an alias (MODEL_ALIASES).',
      ),
    },
    /** A repeated query parameter arrives as an array. */
    query: z.object({
      stream: z.union([boundedName(), z.array(boundedName()).max(100)]).optional(),
    }),
    body: AgentRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: AgentResponseMessage.describe('The last message of the conversation') },
    events:
      'With Accept: text/event-stream or ?stream=true: {"status"}, then {"content"} and {"reasoning"} deltas, {"tool_call"} and {"tool_result"} if tools are called, {"message"} and [DONE].',
    slow: true,
    answersTurns: true,
  },
  'POST /v1/chat/completions': {
    tag: 'openai',
    scope: 'chat',
    summary: 'Run the agent through the OpenAI-compatible interface',
    headers: RunHeaders,
    body: CompletionRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: {
      200: z.looseObject({}).describe('A chat completion, or chunks if `stream` is true.'),
    },
    events: 'With `stream: true`: chunks of a chat completion, and [DONE].',
    slow: true,
    answersTurns: true,
  },
  'POST /v1/responses': {
    tag: 'openai',
    scope: 'chat',
    summary: 'Run the agent through the OpenAI Responses interface',
    headers: RunHeaders,
    body: ResponseRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: {
      200: z.looseObject({}).describe('A response, or its typed events if `stream` is true.'),
    },
    events: 'With `stream: true`: the typed events of a response.',
    slow: true,
    answersTurns: true,
  },
  'GET /v1/models': {
    tag: 'openai',
    scope: 'chat',
    summary: 'List aliases, fine-tuned models and hub models',
    answers: { 200: Models },
  },
  'GET /v1/models/:id': {
    tag: 'openai',
    scope: 'chat',
    summary: 'Get one model; its id can contain slashes',
    params: z.object({ id: boundedName() }),
    slashes: true,
    answers: { 200: Model },
  },
  'GET /studio/models': {
    tag: 'agent',
    scope: 'chat',
    summary: 'List the fine-tuned models by name, with their UUIDs',
    answers: { 200: StudioModels },
  },
} as const satisfies Routes;
