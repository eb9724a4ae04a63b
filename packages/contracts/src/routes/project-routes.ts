import { z } from 'zod';
import { AgentRequest } from '../agent/agent-message.ts';
import {
  StoredTarget,
  StoredTargets,
  Target,
  TARGET_LIMITS,
  TargetName,
} from '../endpoint/target.ts';
import { boundedName } from '../shared/fields.ts';
import { INPUT_LIMITS } from '../shared/input-limits.ts';
import { Settings } from '../shared/settings.ts';
import { Conversation, ConversationList } from '../traces/conversation.ts';
import { flag, pageSize, searchText } from './query-fields.ts';
import type { Routes } from './route.ts';

const ConversationsQuery = z.object({
  q: searchText().optional().describe('Words of the messages, or their beginnings.'),
  model: searchText().optional().describe('Name of a model that answered.'),
  tool: searchText().optional().describe('Name of a tool that was called.'),
  failed: flag()
    .optional()
    .describe('true: only conversations in which a model call or a tool failed.'),
  from: z.iso.datetime({ offset: true }).optional().describe('Started at or after this time.'),
  to: z.iso.datetime({ offset: true }).optional().describe('Started before this time.'),
  cursor: z.string().max(4000).optional().describe('The `next_cursor` of the previous page.'),
  limit: pageSize(50, 200),
});

/** The agent backend describes its answers itself. */
const AgentAnswer = z.any();

/** What a project stores besides runs and datasets, the settings of the service, and the agent backend behind it. */
export const PROJECT_ROUTES = {
  'GET /targets': {
    tag: 'targets',
    scope: 'read',
    summary: 'List the stored targets of the project, by name',
    answers: { 200: StoredTargets },
  },
  'PUT /targets/:name': {
    tag: 'targets',
    scope: 'run',
    summary: 'Store a target under a name, or replace it',
    description:
      'Requests can name it in `target`. Runs that were started before keep the target that they started with. ' +
      `A project has at most ${TARGET_LIMITS.targets} targets of at most ${TARGET_LIMITS.bytes / 1024} kB.`,
    params: z.object({ name: TargetName }),
    body: Target,
    bodyBytes: TARGET_LIMITS.bytes,
    answers: { 200: StoredTarget },
  },
  'DELETE /targets/:name': {
    tag: 'targets',
    scope: 'run',
    summary: 'Delete a stored target; runs that used it are not affected',
    params: z.object({ name: boundedName() }),
    answers: { 204: z.null() },
  },
  'POST /v1/traces': {
    tag: 'traces',
    scope: 'ingest',
    summary: 'Receive traces in OTLP, as JSON or protobuf, and read conversations from them',
    body: z
      .custom<{ readonly resourceSpans: readonly unknown[] }>()
      .describe('ExportTraceServiceRequest of OTLP'),
    bodyTypes: ['application/json', 'application/x-protobuf'],
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: z.any() },
  },
  'GET /conversations': {
    tag: 'traces',
    scope: 'read',
    summary: 'List the conversations that were read from traces, newest first',
    query: ConversationsQuery,
    answers: { 200: ConversationList },
  },
  'GET /conversations/:id': {
    tag: 'traces',
    scope: 'read',
    summary: 'Get a conversation with its messages, and as a scenario',
    params: z.object({ id: boundedName() }),
    slashes: true,
    answers: { 200: Conversation },
  },
  'GET /settings': {
    tag: 'settings',
    scope: 'read',
    summary: 'Get the configuration of the service: keys that are set, storage, limits',
    answers: { 200: Settings },
  },
  'POST /agent': {
    tag: 'agent',
    scope: 'chat',
    summary: 'Send a conversation to the agent backend (its `POST /`)',
    headers: { 'x-model-id': boundedName().optional() },
    body: AgentRequest,
    bodyBytes: INPUT_LIMITS.body_bytes,
    answers: { 200: AgentAnswer },
    slow: true,
  },
  'GET /agent/studio/models': {
    tag: 'agent',
    scope: 'chat',
    summary: 'List the fine-tuned models of the agent backend by name, with their UUIDs',
    answers: { 200: AgentAnswer },
  },
  'GET /agent/v1/models': {
    tag: 'agent',
    scope: 'chat',
    summary: 'List all models of the agent backend',
    answers: { 200: AgentAnswer },
  },
} as const satisfies Routes;
