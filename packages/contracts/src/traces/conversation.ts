import { z } from 'zod';
import { TestBatch } from '../scenarios/test-batch.ts';

/** A conversation that was read from traces, in lists. */
export const ConversationHead = z
  .object({
    id: z.string(),
    service: z.string().describe('`service.name` of the resource; empty if unknown.'),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime(),
    models: z.array(z.string()),
    tools: z.array(z.string()),
    turns: z.int().describe('Number of user messages.'),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    failed: z.boolean().describe('true if a model call or a tool failed.'),
    preview: z.string().describe('The beginning of the first user message.'),
  })
  .meta({ id: 'ConversationHead' });
export type ConversationHead = z.infer<typeof ConversationHead>;

export const ConversationList = z
  .object({
    conversations: z.array(ConversationHead).describe('Newest first.'),
    next_cursor: z.string().nullable().describe('`null` on the last page.'),
  })
  .meta({ id: 'ConversationList' });
export type ConversationList = z.infer<typeof ConversationList>;

export const ConversationMessage = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    text: z.string(),
    tool_calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
    tool: z.string().nullable().describe('Of a tool result: the name of the tool.'),
    model: z.string().nullable(),
    latency_ms: z.number().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ConversationMessage' });
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** The response of `GET /conversations/{id}`. */
export const Conversation = ConversationHead.extend({
  messages: z.array(ConversationMessage),
  trace_ids: z.array(z.string()),
  scenario: TestBatch.nullable().describe(
    'The user messages, with the replies as references to be reviewed. `null` without a user message.',
  ),
}).meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;
